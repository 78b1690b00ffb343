#!/bin/sh
# Closes the network that the sidecar shares with its container: `rules.sh <TCP port> <UDP port>`. What a container opens ends at the
# sidecar, which alone may mark its own packets; datagrams other than questions for names, and the engine's own network, are refused.
set -eu

# By address, not by device: what was turned here still counts as leaving through its first device.
iptables-restore --noflush <<END
*nat
-A OUTPUT -m mark --mark 100 -j RETURN
-A OUTPUT -d 127.0.0.0/8 -j RETURN
-A OUTPUT -p tcp -j REDIRECT --to-ports $1
-A OUTPUT -p udp --dport 53 -j REDIRECT --to-ports $2
COMMIT
*filter
-A OUTPUT -d 127.0.0.0/8 -j ACCEPT
-A OUTPUT -m mark --mark 100 -j ACCEPT
-A OUTPUT -m conntrack --ctstate ESTABLISHED -j ACCEPT
-A OUTPUT -j REJECT
COMMIT
END

# IPv6 has no listener here: closed but for the loopback device. A kernel without it has nothing to close.
ip6tables-restore --noflush 2>/dev/null <<END || true
*filter
-A OUTPUT -o lo -j ACCEPT
-A OUTPUT -j REJECT
COMMIT
END
