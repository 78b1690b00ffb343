#!/bin/sh
# Gives the container's user an id of its own, then gives up root for good: the server keeps the three capabilities that it needs to
# become that user and to end its processes; the bounding set is empty, so nothing in the container can ever gain another.
set -eu

# The kernel counts processes by user id across containers, so each container draws its own.
uid=$(( 100000 + $(od -An -N4 -tu4 /dev/urandom) % 1000000 ))
sed -i "s/^user:x:[0-9]*:[0-9]*:/user:x:$uid:$uid:/" /etc/passwd
sed -i "s/^user:x:[0-9]*:/user:x:$uid:/" /etc/group
chown -R "$uid:$uid" /home/user /workspace
install -d -o box -g box -m 755 /run/box

caps=+setuid,+setgid,+kill
# Capabilities can be made inheritable only while the bounding set still has them: hence two calls.
exec setpriv --inh-caps="-all,$caps" \
  setpriv --bounding-set=-all --no-new-privs --reuid=box --regid=box --clear-groups --ambient-caps="-all,$caps" \
  tini -- node /opt/box/server.mjs "$uid"
