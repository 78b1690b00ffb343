import { type EnvironmentCase, STOCK_FOLDER } from '../cases.ts'
import { pythonWith } from './python-venv.ts'
import { type RunningServer, startServer } from './server.ts'

/** More sessions than any case opens: the stock server's default is one. */
const MAX_CONCURRENT_ENVS = '100000'

/** OpenEnv's own server: the same environment in Python, under uvicorn. */
export async function startStock(workers: number, environment: EnvironmentCase): Promise<RunningServer> {
  const isUpstreamsOwn = environment.stock.requirements.length > 0
  if (isUpstreamsOwn && process.env.OPENENV_CHECKOUT === undefined) {
    throw new Error(
      `The stock ${environment.name} is in no package: clone https://github.com/huggingface/OpenEnv and name the folder in OPENENV_CHECKOUT.`,
    )
  }
  const python = await pythonWith(environment.name, environment.stock.requirements)
  return startServer(`stock, ${workers} worker(s)`, (port) => ({
    program: python,
    parameters: [
      ...['-m', 'uvicorn', `${environment.stock.module}:app`, '--host', '127.0.0.1', '--port', String(port)],
      ...['--workers', String(workers), '--log-level', 'warning'],
    ],
    folder: STOCK_FOLDER,
    environment: { MAX_CONCURRENT_ENVS },
  }))
}
