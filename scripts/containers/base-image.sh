#!/usr/bin/env bash
# Makes the base image of containers/box/Dockerfile from Debian's packages alone, for machines that reach no image registry.
# Idempotent: an image that is there is kept. Usage: base-image.sh [tag]
set -euo pipefail

TAG="${1:-openenv-edge-base:bookworm}"
if docker image inspect "$TAG" >/dev/null 2>&1; then exit 0; fi

if ! command -v debootstrap >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends debootstrap >/dev/null
fi
work="$(mktemp -d)"
trap 'rm -rf --one-file-system "$work"' EXIT
root="$work/root"
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >"$work/log" 2>&1 || {
  tail -n 20 "$work/log" >&2
  exit 1
}
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*

# A machine behind its own certificate authority: pip inside a build trusts it by PIP_CERT. A path of its own, since the package
# ca-certificates rewrites the usual one.
changes=(--change 'CMD ["bash"]')
bundle="${PIP_CERT:-${SSL_CERT_FILE:-}}"
if [ -n "$bundle" ] && [ -f "$bundle" ]; then
  install -D -m 644 "$bundle" "$root/usr/local/share/openenv-edge/ca.crt"
  changes+=(--change 'ENV PIP_CERT=/usr/local/share/openenv-edge/ca.crt')
fi
tar -C "$root" -c . | docker import "${changes[@]}" - "$TAG" >/dev/null
echo "$TAG"
