import { defineContainerEnvironment } from 'openenv-edge'

/** The server in `source/`, unchanged, in a container for each session. */
export const environment = defineContainerEnvironment({
  name: '__NAME__',
  version: '1',
  description: __DESCRIPTION__,
  image: '__SLUG__:latest',
  binding: 'IMPORTED',
  port: __PORT__,
  // Its network is closed; name the hosts that it needs, or say 'all'.
  allow: [],
})
