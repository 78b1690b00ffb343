"""Starts the sidecar. The port is open before all else is loaded: workerd asks at once, and takes a port where nobody listens for a failure."""

import socket

INGRESS_PORT = 39001


def start():
    ingress = socket.create_server(("0.0.0.0", INGRESS_PORT), backlog=128)
    from sidecar import main

    main(ingress)


start()
