const GOAL = 4

/** Down, then right: eight steps. */
export function teachGridWorld({ x }: { readonly x: number; readonly y: number }): { action: 'DOWN' | 'RIGHT' } {
  return { action: x < GOAL ? 'DOWN' : 'RIGHT' }
}
