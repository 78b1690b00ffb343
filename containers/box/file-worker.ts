import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { BoxError } from '../../core/box/box-error.ts'
import { type FileEntry, FileRequest } from '../../core/box/protocol.ts'
import { toFailure } from './errors.ts'

/** Files are read whole into memory on the way, so larger ones are refused. */
const MAX_FILE_BYTES = 16 * 1024 ** 2

/** Answers file requests, one a line. Runs as the user, so that the kernel decides what may be read and written. */
export async function runFileWorker(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await answerRequest(line)
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  }
}

async function answerRequest(line: string): Promise<unknown> {
  try {
    return { result: await perform(FileRequest.parse(JSON.parse(line))) }
  } catch (error) {
    return toFailure(error)
  }
}

async function perform(request: ReturnType<typeof FileRequest.parse>): Promise<unknown> {
  switch (request.op) {
    case 'read':
      return (await readBytes(request.path)).toString(request.encoding)
    case 'write':
      return writeBytes(request.path, Buffer.from(request.content, request.encoding))
    case 'edit':
      return edit(request)
    case 'list':
      return list(request.path)
  }
}

async function readBytes(path: string): Promise<Buffer> {
  // Without O_NONBLOCK a pipe that nobody writes to would hold the worker for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = await file.stat()
    if (stat.isDirectory()) throw new BoxError('EISDIR', `${path} is a directory.`)
    if (!stat.isFile()) throw new BoxError('EINVAL', `${path} is no regular file.`)
    // Files of /proc say that they are empty, so what counts is what is read.
    const bytes = Buffer.alloc(Math.min(MAX_FILE_BYTES, Math.max(stat.size, 64 * 1024)) + 1)
    let size = 0
    while (size < bytes.length) {
      const { bytesRead } = await file.read(bytes, size, bytes.length - size)
      if (bytesRead === 0) return bytes.subarray(0, size)
      size += bytesRead
    }
    throw new BoxError('EFBIG', `${path} is larger than ${MAX_FILE_BYTES} bytes.`)
  } finally {
    await file.close()
  }
}

async function writeBytes(path: string, bytes: Buffer): Promise<null> {
  await mkdir(dirname(path), { recursive: true })
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NONBLOCK } = constants
  const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK)
  try {
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
  return null
}

/** All edits or none. */
async function edit({ path, edits }: { path: string; edits: { oldText: string; newText: string; all: boolean }[] }): Promise<null> {
  let text = (await readBytes(path)).toString('utf8')
  for (const { oldText, newText, all } of edits) {
    if (!text.includes(oldText)) throw new BoxError('NOT_FOUND_IN_FILE', oldText)
    text = all ? text.replaceAll(oldText, () => newText) : text.replace(oldText, () => newText)
  }
  return writeBytes(path, Buffer.from(text))
}

async function list(path: string): Promise<FileEntry[]> {
  const names = (await readdir(path)).sort()
  return Promise.all(
    names.map(async (name) => {
      const stat = await lstat(join(path, name))
      const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : stat.isSymbolicLink() ? 'link' : 'other'
      return { name, kind, size: stat.size } as const
    }),
  )
}
