#!/usr/bin/env bash
# Bundles the box's server and builds its image: box-image.sh [base] [tag]. Layers that did not change are kept from the last build.
set -euo pipefail
cd "$(dirname "$0")/../.."

BASE="${1:-debian:bookworm-slim}"
TAG="${2:-openenv-edge-box}"

# The banner is what `ws`, which is CommonJS, asks for Node's own modules with.
node_modules/.bin/esbuild containers/box/main.ts --bundle --platform=node --target=node24 --format=esm --log-level=warning \
  --banner:js="import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" \
  --outfile=containers/box/dist/server.mjs
# The classic builder needs no buildx plugin, which Debian's engine lacks; the host's network, since a build may need its resolver.
DOCKER_BUILDKIT=0 docker build --quiet --network host --build-arg BASE="$BASE" -t "$TAG" containers/box >/dev/null
echo "$TAG"
