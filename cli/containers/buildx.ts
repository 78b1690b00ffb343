import { docker } from './docker.ts'

/** How Docker gets the builder that `RUN --mount` and wrangler's own builds need: distributions leave it out. */
export const INSTALL_BUILDX = 'install docker-buildx (Debian, Ubuntu) or docker-buildx-plugin (Docker’s own packages)'

/** Version of Docker's buildx; undefined where it is not installed. */
export function buildxVersion(): string | undefined {
  // As `github.com/docker/buildx v0.30.1 9e66234`; a Docker without it says that it knows no such command.
  return /\bv?\d+\.\d+\S*/.exec(docker('buildx', 'version') ?? '')?.[0]
}

/** A line about what a failed build lacks; empty where it is not buildx. */
export function buildxRemedy(problem: string): string {
  if (!/requires BuildKit/i.test(problem)) return ''
  return `\nThe Dockerfile needs buildx, which this Docker lacks: ${INSTALL_BUILDX}.`
}
