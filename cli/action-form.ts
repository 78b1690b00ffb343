import { isCancel, select, text } from '@clack/prompts'

type Schema = Readonly<Record<string, unknown>>

/** Asks for each field of an action by its schema; undefined when the user has had enough. */
export async function askForAction(schema: Schema): Promise<object | undefined> {
  const action: Record<string, unknown> = {}
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (name === 'metadata') continue
    const value = await askForField(name, field, Array.isArray(schema.required) && schema.required.includes(name))
    if (isCancel(value)) return undefined
    if (value !== undefined) action[name] = value
  }
  return action
}

async function askForField(name: string, field: Schema, isRequired: boolean): Promise<unknown> {
  const message = typeof field.description === 'string' ? `${name}: ${field.description}` : name
  const choices = field.type === 'boolean' ? [true, false] : field.enum
  if (Array.isArray(choices))
    return select<unknown>({ message, options: choices.map((value: unknown) => ({ value, label: String(value) })) })
  const isText = field.type === 'string'
  const answer = await text({
    message: isRequired ? message : `${message} (empty: leave it out)`,
    validate: (typed) => (isText || isJson(typed, isRequired) ? undefined : 'Type a number or JSON.'),
  })
  if (isCancel(answer)) return answer
  if (answer === '' && !isRequired) return undefined
  return isText ? answer : JSON.parse(answer)
}

function isJson(typed: string | undefined, isRequired: boolean): boolean {
  if (typed === undefined || typed === '') return !isRequired
  try {
    JSON.parse(typed)
    return true
  } catch {
    return false
  }
}
