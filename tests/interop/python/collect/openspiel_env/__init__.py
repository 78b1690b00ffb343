"""What `openenv collect` asks of upstream's package of this name, which no registry has: its client, and sessions of its harness."""
