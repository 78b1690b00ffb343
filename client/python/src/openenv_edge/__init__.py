"""OpenEnv's provider interface for openenv-edge: environments on Cloudflare, or on this machine."""

from .provider import CloudflareProvider

__all__ = ["CloudflareProvider"]
