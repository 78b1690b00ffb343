/** Words that are no names in Python, and names that pydantic's models have themselves. */
const TAKEN = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda
  nonlocal not or pass raise return try while with yield copy json dict schema construct validate fields parse_obj parse_raw
  done reward metadata`.split(/\s+/),
)

/** `grid_world` → `GridWorld`; what would start with a digit gets a letter first. */
export function className(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? []
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(joined) ? joined : `Env${joined}`
}

/** The name of a field or a module: the wire's own where Python and pydantic allow it. */
export function identifier(name: string, { isOwnField = false } = {}): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^_+/, '')
  const safe = /^[A-Za-z]/.test(plain) ? plain : `field_${plain}`
  return (TAKEN.has(safe) && !isOwnField) || safe.startsWith('model_') ? `${safe}_` : safe
}

/** A JSON value as a Python literal. */
export function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return pythonString(value)
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, item]) => `${pythonString(key)}: ${pythonLiteral(item)}`)
      .join(', ')}}`
  }
  return String(value)
}

/** JSON's escapes are Python's too; whatever is not ASCII is escaped, so that no text can end a literal or a file's encoding. */
export function pythonString(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A docstring of one line. */
export function docstring(text: string): string {
  return `"""${text.replaceAll('\\', '\\\\').replaceAll('"', "'").replace(/\s+/g, ' ').trim()}"""`
}
