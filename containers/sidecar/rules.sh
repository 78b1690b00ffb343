#!/bin/sh
# Closes the network that the sidecar shares with its container: `rules.sh <TCP port> <UDP port>`. What a container opens ends at the
# sidecar, which alone may mark its own packets; datagrams other than questions for names, and the engine's own network, are refused.
set -eu
TCP_PORT="$1"
NAMES_PORT="$2"
OWN='-m mark --mark 100'

iptables -t nat -A OUTPUT $OWN -j RETURN
iptables -t nat -A OUTPUT -d 127.0.0.0/8 -j RETURN
iptables -t nat -A OUTPUT -p tcp -j REDIRECT --to-ports "$TCP_PORT"
iptables -t nat -A OUTPUT -p udp --dport 53 -j REDIRECT --to-ports "$NAMES_PORT"

# By address: what was turned here still counts as leaving through its first device.
iptables -A OUTPUT -d 127.0.0.0/8 -j ACCEPT
iptables -A OUTPUT $OWN -j ACCEPT
iptables -A OUTPUT -m conntrack --ctstate ESTABLISHED -j ACCEPT
iptables -A OUTPUT -j REJECT

# IPv6 has no listener here: closed but for the loopback device. A kernel without it has nothing to close.
ip6tables -A OUTPUT -o lo -j ACCEPT 2>/dev/null || exit 0
ip6tables -A OUTPUT -j REJECT
