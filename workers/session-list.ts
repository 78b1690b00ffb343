import { type RegistryBindings, readSessions } from '../durable-objects/index.ts'

/** What `GET …/sessions` tells of a session. Times are ISO 8601. */
interface ListedSession {
  /** Its object's. */
  readonly id: string
  /** Of `/s/<key>`; null for a session without a name. */
  readonly key: string | null
  readonly began_at: string
  /** Of its last turn that was told of. */
  readonly active_at: string
  readonly episodes: number
  /** Steps and tool calls of all its episodes. */
  readonly steps: number
}

/** The sessions of an environment that have played and not ended: the caller's own, where the deployment has tokens. */
export async function listSessions(
  bindings: RegistryBindings,
  environment: string,
  subject: string | undefined,
): Promise<{ sessions: ListedSession[] }> {
  const notes = await readSessions(bindings, environment, subject)
  return {
    sessions: notes.map(({ id, key, openedAt, at, episodes, steps }) => ({
      id,
      key: key ?? null,
      began_at: new Date(openedAt).toISOString(),
      active_at: new Date(at).toISOString(),
      episodes,
      steps,
    })),
  }
}
