import { CommandError } from '../command-error.ts'

/** Rows of a Parquet file, by hyparquet: who fetches no Parquet need not have it. */
export async function readParquet(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const { parquetReadObjects } = await import('hyparquet').catch((cause: unknown) => {
    throw new CommandError('To read Parquet files, run: npm install --save-dev hyparquet@1.31.5', { cause })
  })
  return parquetReadObjects({ file: bytes.buffer })
}
