"""Errors, and the diagnostics that they carry."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """A problem of a graph, or of a value for it."""

    severity: str
    """`error` or `warning`."""
    message: str
    """What is wrong."""
    pointer: str
    """JSON pointer (RFC 6901) to the place in the document."""
    expected: str | None = None
    """What would be valid."""
    help: str | None = None
    """What to do."""
    location: tuple[int, int] | None = None
    """Line and column in the text, from 1, if the graph came from a text."""
    node: str | None = None
    """Name of the node, if the problem is in one."""
    input: str | None = None
    """Name of the node's input, if the problem is in one."""

    def __str__(self) -> str:
        place = "{}:{}: ".format(*self.location) if self.location else ""
        advice = f"; {self.help}" if self.help else ""
        return f"{place}{self.severity}: {self.message}{advice}"


class Error(Exception):
    """Any error of Travertine. Its text says what is wrong, where, and what to do."""

    diagnostics: tuple[Diagnostic, ...]
    """Every problem that was found; empty if the error is not about a graph or a value."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message, diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return str(self.args[0])


class InvalidGraph(Error, ValueError):
    """The document is not a valid graph. `diagnostics` has every error."""


class InvalidValue(Error, ValueError):
    """A name or a value does not fit: an unknown parameter or output, a value out of range, an empty region."""


class LimitExceeded(Error):
    """The work needs more memory or operations than are allowed, or a picture or a graph is too large."""


class FileError(Error):
    """A file cannot be read or written, or is not what was expected."""


@contextmanager
def volumes_in_chunks() -> Iterator[None]:
    """Says what to install if a package for volumes in chunks is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in ("dask", "xarray"):
            raise
        message = f'{error.name} is not installed; for volumes in chunks: pip install "dask[array]" xarray'
        raise ImportError(message, name=error.name) from error
