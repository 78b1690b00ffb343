/** An error as the box answers it. */
export function toFailure(error: unknown): { error: { code: string; message: string } } {
  if (error instanceof SyntaxError) return { error: { code: 'INVALID', message: 'The request is no JSON.' } }
  if (!(error instanceof Error)) return { error: { code: 'FAILED', message: String(error) } }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name === 'ZodError' ? 'INVALID' : 'FAILED'
  return { error: { code, message: error.message } }
}
