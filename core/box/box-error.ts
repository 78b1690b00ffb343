/** What a box refuses, by the file system's code (`ENOENT`, `EACCES`, …) or one of its own (`NOT_FOUND_IN_FILE`, `TOO_LARGE`, …). */
export class BoxError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'BoxError'
    this.code = code
  }
}
