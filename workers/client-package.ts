import { clientSourceOf, type Description, pythonClient } from '../core/index.ts'

const BLOCK = 512

/** The typed Python client of an environment as an sdist that pip installs from its URL. */
export async function clientTarball(description: Description): Promise<Response> {
  const { distribution, files } = pythonClient(clientSourceOf(description))
  const entries = Object.entries(files).map(([path, content]) =>
    tarEntry(`${distribution}/${path}`, new Uint8Array(new TextEncoder().encode(content))),
  )
  const tar = new Blob([...entries.flat(), new Uint8Array(2 * BLOCK)])
  const body = tar.stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(body, {
    headers: { 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${distribution}.tar.gz"` },
  })
}

/** A file in the ustar format (POSIX.1-1988): header, content, and zeros up to a whole block. */
function tarEntry(path: string, content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const header = new Uint8Array(BLOCK)
  const put = (offset: number, text: string): void => header.set(new TextEncoder().encode(text), offset)
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  put(0, path)
  put(100, octal(0o644, 7))
  put(108, octal(0, 7))
  put(116, octal(0, 7))
  put(124, octal(content.length, 11))
  put(136, octal(0, 11))
  // The checksum is taken with blanks in its own place.
  put(148, ' '.repeat(8))
  put(156, '0')
  put(257, 'ustar\x0000')
  put(
    148,
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
  )
  return [header, content, new Uint8Array((BLOCK - (content.length % BLOCK)) % BLOCK)]
}
