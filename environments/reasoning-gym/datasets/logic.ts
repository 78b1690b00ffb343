/** The binary operators, the loosest first. */
const BINARY = ['↔', '→', '∨', '∧'] as const
export type Binary = (typeof BINARY)[number]

export type Expression =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'not'; readonly inner: Expression }
  | { readonly kind: Binary; readonly left: Expression; readonly right: Expression }

/** Beyond this many variables a truth table would take the machine for itself. */
const MAX_VARIABLES = 16

export function printExpression(expression: Expression): string {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind === 'not') return `¬${printExpression(expression.inner)}`
  return `(${printExpression(expression.left)} ${expression.kind} ${printExpression(expression.right)})`
}

/** Reads an expression; anything without an operator is a variable. Undefined where a part is empty. */
export function readExpression(text: string): Expression | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (isEnclosed(trimmed)) return readExpression(trimmed.slice(1, -1))
  for (const kind of BINARY) {
    const at = lastOutside(trimmed, kind)
    if (at < 0) continue
    const [left, right] = [readExpression(trimmed.slice(0, at)), readExpression(trimmed.slice(at + 1))]
    return left === undefined || right === undefined ? undefined : { kind, left, right }
  }
  if (!trimmed.startsWith('¬')) return { kind: 'variable', name: trimmed }
  const inner = readExpression(trimmed.slice(1))
  return inner === undefined ? undefined : { kind: 'not', inner }
}

/** True when the first and the last parenthesis belong together. */
function isEnclosed(text: string): boolean {
  if (!(text.startsWith('(') && text.endsWith(')'))) return false
  let level = 0
  for (const character of text.slice(1, -1)) {
    if (character === '(') level++
    if (character === ')' && --level < 0) return false
  }
  return level === 0
}

/** Where an operator stands last outside all parentheses, counted from the right; −1 when nowhere. */
function lastOutside(text: string, operator: string): number {
  let level = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') level++
    else if (text[at] === '(') level--
    else if (level === 0 && text[at] === operator) return at
  }
  return -1
}

function collect(expression: Expression, names: Set<string>): Set<string> {
  if (expression.kind === 'variable') return names.add(expression.name)
  if (expression.kind === 'not') return collect(expression.inner, names)
  return collect(expression.right, collect(expression.left, names))
}

function holds(expression: Expression, truths: ReadonlySet<string>): boolean {
  if (expression.kind === 'variable') return truths.has(expression.name)
  if (expression.kind === 'not') return !holds(expression.inner, truths)
  const [left, right] = [holds(expression.left, truths), holds(expression.right, truths)]
  if (expression.kind === '∧') return left && right
  if (expression.kind === '∨') return left || right
  return expression.kind === '→' ? !left || right : left === right
}

/** True when the conclusion holds wherever all premises do. Throws for more variables than a table can have. */
export function follows(premises: readonly Expression[], conclusion: Expression): boolean {
  const names = [...[...premises, conclusion].reduce((all, each) => collect(each, all), new Set<string>())]
  if (names.length > MAX_VARIABLES) throw new RangeError(`More than ${MAX_VARIABLES} variables.`)
  for (let row = 0; row < 2 ** names.length; row++) {
    const truths = new Set(names.filter((_, at) => (row >> at) & 1))
    if (premises.every((premise) => holds(premise, truths)) && !holds(conclusion, truths)) return false
  }
  return true
}

/** True for a lone variable, and for what always holds. */
export function isTrivial(expression: Expression): boolean {
  return expression.kind === 'variable' || follows([], expression)
}

/** How many variables and operators an expression has. */
export function complexityOf(expression: Expression): number {
  if (expression.kind === 'variable') return 1
  if (expression.kind === 'not') return 1 + complexityOf(expression.inner)
  return 1 + complexityOf(expression.left) + complexityOf(expression.right)
}
