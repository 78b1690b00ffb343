import { OpenEnvError } from './errors.ts'

/** Over HTTP no fault of the server: the client must reset first. */
const REFUSED = { status: 409 }

/** The answer to a step where no episode is. */
export function noEpisode(): OpenEnvError {
  const message =
    'There is no episode here: call reset first. A session without a name ends with its socket or its server; ' +
    'one with a name (base_url …/s/<key>) is continued when the client connects again.'
  return new OpenEnvError('EXECUTION_ERROR', message, REFUSED)
}

/** The same where episodes begin by themselves, were it not for reset keys that the environment needs. */
export function noEpisodeWithout(keys: Iterable<string>, cause: unknown): OpenEnvError {
  const message = `There is no episode here, and none begins by itself: call reset first, with what the environment needs of ${[...keys].join(', ')}.`
  return new OpenEnvError('EXECUTION_ERROR', message, { ...REFUSED, cause })
}

export function episodeIsDone(): OpenEnvError {
  return new OpenEnvError('EXECUTION_ERROR', 'The episode is done: call reset to start another.', REFUSED)
}
