"""The library itself, compiled from Rust."""

from collections.abc import Callable
from os import PathLike
from typing import Any, TypedDict

from numpy.typing import NDArray

from ._errors import Diagnostic

MAX_SIDE: int

class Execution(TypedDict):
    threads: int | None
    memory: int | None
    progress: Callable[[int, int], object] | None

Rectangle = tuple[int, int, str, tuple[float, float, float, float] | None, float, float, int]
Box = tuple[
    tuple[int, int, int], tuple[float, float, float, float, float, float] | None, float
]

class Texture:
    @staticmethod
    def open(path: str | PathLike[str]) -> Texture: ...
    @staticmethod
    def parse(text: str) -> Texture: ...
    def document(self) -> str: ...
    def with_values(self, values: dict[str, str], seed: int | None) -> Texture: ...
    def with_preset(self, name: str) -> Texture: ...
    def presets(self) -> str: ...
    def parameters(self) -> str: ...
    def outputs(self) -> list[tuple[str, str]]: ...
    def ranges(self, output: str) -> list[tuple[float, float]]: ...
    def warnings(self) -> tuple[Diagnostic, ...]: ...
    def render(
        self, output: str, rectangle: Rectangle, pixels: NDArray[Any], execution: Execution
    ) -> None: ...
    def brick(
        self,
        output: str,
        volume: Box,
        start: tuple[int, int, int],
        size: tuple[int, int, int],
        floats: NDArray[Any],
        execution: Execution,
    ) -> None: ...
    def sample(
        self, output: str, points: NDArray[Any], floats: NDArray[Any], execution: Execution
    ) -> None: ...
    def statistics(self, output: str, rectangle: Rectangle, execution: Execution) -> str: ...
    def gradient(
        self,
        output: str,
        parameters: list[str],
        points: NDArray[Any],
        floats: NDArray[Any],
        execution: Execution,
    ) -> None: ...

def run(texture: Texture | None, job: str, execution: Execution) -> list[str]: ...
def shape(
    texture: Texture, solid: dict[str, Any], pixels: NDArray[Any], execution: Execution
) -> None: ...
def coordinates(
    volume: Box,
) -> tuple[list[list[float]], tuple[float, float, float, float, float, float]]: ...
def nodes() -> str: ...
