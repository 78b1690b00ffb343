import { defineRemoteEnvironment } from 'openenv-edge'

/** The environment at its own server, under this deployment's name and tokens. */
export const environment = defineRemoteEnvironment({
  name: '__NAME__',
  version: __VERSION__,
  description: __DESCRIPTION__,
  url: __URL__,
})
