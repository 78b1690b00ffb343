#!/usr/bin/env bash
# Starts a Docker engine where none answers, and stops the one that it started: `engine.sh start | stop`.
# For machines without one, such as CI's: installs Debian's docker.io when dockerd is missing. Needs root for that.
set -euo pipefail

PID_FILE=/run/openenv-edge-dockerd.pid
LOG_FILE=/var/log/openenv-edge-dockerd.log

start() {
  if docker info >/dev/null 2>&1; then return; fi
  if ! command -v dockerd >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends docker.io iptables >/dev/null
  fi
  # workerd asks the bridge for its gateway, which an engine reports only when the address was given explicitly (DESIGN.md).
  # Without its user-land proxy, which is one process more for each frame to wake, on its way into a container and on its way back.
  setsid dockerd --bip 172.17.0.1/16 --userland-proxy=false >"$LOG_FILE" 2>&1 </dev/null &
  echo $! >"$PID_FILE"
  for _ in $(seq 120); do
    if docker info >/dev/null 2>&1; then return; fi
    if ! kill -0 "$(cat "$PID_FILE")" 2>/dev/null; then break; fi
    sleep 0.5
  done
  echo "The Docker engine does not start. The end of $LOG_FILE:" >&2
  tail -n 20 "$LOG_FILE" >&2
  exit 1
}

stop() {
  if [ ! -f "$PID_FILE" ]; then return; fi
  kill "$(cat "$PID_FILE")" 2>/dev/null || true
  rm -f "$PID_FILE"
}

case "${1:-start}" in
  start) start ;;
  stop) stop ;;
  *) echo "Usage: engine.sh start | stop" >&2; exit 2 ;;
esac
