#!/usr/bin/env bash
# Makes everything that tests with real containers need on a machine that reaches no image registry: a Docker engine, a base image,
# the box, and the stand-in for workerd's sidecar. Idempotent: a second run takes seconds. `scripts/containers/engine.sh stop` ends the
# engine that this has started.
set -euo pipefail
cd "$(dirname "$0")/containers"

bash engine.sh start
bash base-image.sh openenv-edge-base:bookworm
bash box-image.sh openenv-edge-base:bookworm openenv-edge-box
DOCKER_BUILDKIT=0 docker build --quiet --network host --build-arg BASE=openenv-edge-base:bookworm -t openenv-edge-sidecar ../../containers/sidecar >/dev/null
DOCKER_BUILDKIT=0 docker build --quiet --network host --build-arg BASE=openenv-edge-base:bookworm -t openenv-edge-stock ../../tests/containers/stock >/dev/null
DOCKER_BUILDKIT=0 docker build --quiet -t openenv-edge-wild ../../tests/containers/wild >/dev/null
echo "Ready. Tests find the images by name; MINIFLARE_CONTAINER_EGRESS_IMAGE=openenv-edge-sidecar."
