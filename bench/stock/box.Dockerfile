# The box with the stock server beside its own: OpenEnv from the stock image, the interpreter from the box.
FROM openenv-edge-box
COPY --from=openenv-edge-stock /opt/stock /opt/stock
COPY coding_server.py /opt/stock/coding_server.py
