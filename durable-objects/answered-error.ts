import { z } from 'zod'
import { ERROR_CODES, OpenEnvError } from '../core/internal.ts'

const Answered = z.object({ detail: z.string(), code: z.enum(ERROR_CODES) }).catchall(z.json())

/** The error that a session's object answered over HTTP, as it was thrown there. */
export async function readError(answer: Response): Promise<OpenEnvError> {
  const { detail, code, ...details } = Answered.parse(await answer.json())
  return new OpenEnvError(code, detail, { details })
}
