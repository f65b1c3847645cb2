"""Textures: a graph with values for its parameters."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _carving, _jobs, _native
from ._errors import Diagnostic, FileError, InvalidValue, volumes_in_chunks
from ._values import CHANNELS, Progress, box, empty, execution, several, sides, whole, xyz

if TYPE_CHECKING:
    import dask.array
    import xarray


@dataclass(frozen=True)
class Parameter:
    """A value that a texture exposes."""

    name: str
    type: str
    """float, vector, color, integer, seed, boolean, choice, ramp, curve or text."""
    value: Any
    """The present value."""
    default: Any
    """The value of the document."""
    min: float | None
    """The least valid value; None if there is none."""
    max: float | None
    """The greatest valid value; None if there is none."""
    choices: tuple[str, ...]
    """The names to choose from, for a choice."""
    unit: str
    """Unit in words; empty for plain numbers."""
    description: str

    def __repr__(self) -> str:
        ends = [("at least", self.min), ("at most", self.max)]
        if self.min is not None and self.max is not None:
            limits = f", {self.min:g} to {self.max:g}"
        else:
            limits = "".join(f", {words} {end:g}" for words, end in ends if end is not None)
        unit = f" {self.unit}" if self.unit else ""
        choices = f", one of {', '.join(self.choices)}" if self.choices else ""
        default = f", default {json.dumps(self.default)}" if self.default != self.value else ""
        about = f": {self.description}" if self.description else ""
        return f"{self.name} = {json.dumps(self.value)} ({self.type}{limits}{unit}{choices}{default}){about}"


@dataclass(frozen=True)
class Preset:
    """Values of some parameters under a name. The other parameters have their defaults."""

    name: str
    description: str
    values: Mapping[str, Any]
    """Values by the name of the parameter."""


class Parameters(Mapping[str, Parameter]):
    """The parameters of a texture by name, in the order of the graph. Its text is a table of them."""

    def __init__(self, parameters: Sequence[Parameter]) -> None:
        self._parameters = {parameter.name: parameter for parameter in parameters}

    def __getitem__(self, name: str) -> Parameter:
        return self._parameters[name]

    def __iter__(self) -> Any:
        return iter(self._parameters)

    def __len__(self) -> int:
        return len(self._parameters)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._parameters.values())) or "no parameters"


@dataclass(frozen=True, eq=False)
class Gradient:
    """The values of an output at points, and their derivatives."""

    values: NDArray[numpy.float32]
    """The values: shaped (n,) or (n, channels), with the bits of `Texture.sample`."""
    position: NDArray[numpy.float32]
    """Their change per unit along x, y and z: shaped as the values, with one more axis of three."""
    parameters: Mapping[str, NDArray[numpy.float32]]
    """Their change by parameters: shaped as the values for a float, with one more axis for the components of a vector
    or of a color."""


class Texture:
    """A texture: a function of space and time, from a graph and values for its parameters.

    It never changes: `set` gives another one. Textures can be pickled and sent to other machines, which compute the
    same bits. Equal textures have the same graph, values and seed. `travertine.open` and `travertine.parse` make them.

    Regions are in the units of the graph. x goes right, y down, z away from the viewer. A sample lies at the center of
    its pixel or cell. Methods that take long release the interpreter's lock, and Ctrl-C cancels them. They share three
    arguments:

    - threads: number of threads; one for each core if None.
    - memory: limit of memory in bytes, for the result and for the work; three quarters of the machine's if None.
    - progress: a function of the number of finished samples and the number of all; an exception in it cancels.
    """

    __slots__ = ("_identity", "_native")

    def __init__(self, native: _native.Texture, seed: int = 0) -> None:
        self._native = native
        changed = {p.name: p.value for p in self.parameters.values() if p.value != p.default}
        self._identity = (native.document(), json.dumps(changed, sort_keys=True), seed)

    @property
    def seed(self) -> int:
        """The seed of the whole texture: 0 keeps the seeds of the graph, any other one replaces them all."""
        return self._identity[2]

    @property
    def parameters(self) -> Parameters:
        """The parameters by name, with their types, values, ranges, units and descriptions."""
        described: list[dict[str, Any]] = json.loads(self._native.parameters())
        for each in described:
            each["choices"] = tuple(each["choices"])
        return Parameters([Parameter(**each) for each in described])

    @property
    def presets(self) -> dict[str, Preset]:
        """The presets by name, in the order of the graph."""
        return {each["name"]: Preset(**each) for each in json.loads(self._native.presets())}

    @property
    def outputs(self) -> dict[str, str]:
        """The type of each output: float, vector or color. The first output is the default everywhere."""
        return dict(self._native.outputs())

    @property
    def fingerprint(self) -> str:
        """A text of 64 digits that equal textures share, in every process and on every machine."""
        return hashlib.sha256(json.dumps(self._identity).encode()).hexdigest()

    def set(self, seed: int | None = None, /, **values: Any) -> Texture:
        """Another texture, with these values of parameters.

        Numbers, sequences and NumPy arrays, colors as `"#804020"` or as three or four linear numbers, booleans,
        names of choices, and ramps and curves as in a document.

            marble.set(turbulence=1.5, vein_color="#201008")
            marble.set(7)                                     # another seed: another block of marble

        Raises `InvalidValue` if there is no such parameter or the value does not fit.
        """
        texts = {name: json.dumps(value, default=_plain) for name, value in values.items()}
        seed = self.seed if seed is None else whole(seed, "the seed", 0, (1 << 32) - 1)
        return Texture(self._native.with_values(texts, None if seed == self.seed else seed), seed)

    def preset(self, name: str, /) -> Texture:
        """Another texture, with the values of a preset of the graph, and the defaults of all other parameters.

            marble.preset("Verde").set(turbulence=1.5)

        Raises `InvalidValue` if there is no such preset.
        """
        return Texture(self._native.with_preset(name), self.seed)

    def to_json(self) -> str:
        """The document as canonical JSON, as `travertine` writes it; without values that were set."""
        return self._identity[0]

    def save(self, path: str | PathLike[str]) -> None:
        """Writes `to_json()` to a file. Raises `FileError` if it cannot be written."""
        try:
            with open(path, "w", encoding="utf-8", newline="\n") as file:
                file.write(self.to_json())
        except OSError as error:
            raise FileError(f"cannot write {path}: {error.strerror}") from error

    def check(self) -> tuple[Diagnostic, ...]:
        """Warnings about the graph, such as nodes that nothing uses."""
        return self._native.warnings()

    def ranges(self, output: str | None = None) -> tuple[tuple[float, float], ...]:
        """Minimum and maximum of each component of an output, proven for every position and time.

        They need not be tight. They spare a pass over all data to find its extremes.
        """
        return tuple(self._native.ranges(self._output(output)))

    def render(
        self,
        width: int,
        height: int | None = None,
        output: str | None = None,
        *,
        plane: Literal["xy", "xz", "yz"] = "xy",
        region: tuple[float, float, float, float] | None = None,
        depth: float = 0.0,
        time: float = 0.0,
        samples: Literal[1, 4, 16] = 1,
        dtype: Literal["float32", "uint8", "uint16"] = "float32",
        threads: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> NDArray[Any]:
        """A picture of a slice of an output.

        - width, height: size in pixels; square if there is no height.
        - output: name of the output; the first if None.
        - plane: axes to the right and down.
        - region: left, top, right and bottom edge; if None the shorter side is one unit long and starts at 0.
        - depth: position of the slice along the third axis.
        - samples: samples for each pixel, whose mean it is, in linear light.

        `float32` gives linear, unclipped values, shaped (height, width) for a float, (height, width, 3) for a vector
        and (height, width, 4) for a color with its alpha. `uint8` and `uint16` give (height, width, 4): red, green,
        blue and alpha, clipped to 0..1, colors in sRGB, as in a PNG.
        """
        across, down = sides((width, width if height is None else height), 2)
        name = self._output(output)
        if samples not in (1, 4, 16):
            raise InvalidValue(f"{samples!r} samples for each pixel; expected 1, 4 or 16")
        channels = self._channels(name) if dtype == "float32" else (4,)
        pixels = empty((down, across, *channels), dtype)
        side = {1: 1, 4: 2, 16: 4}[samples]
        edges = None if region is None else several(region, "region", 4)
        rectangle = (across, down, plane, edges, depth, time, side)
        self._native.render(name, rectangle, pixels.reshape(-1), execution(threads, memory, progress))
        return pixels

    def volume(
        self,
        shape: int | tuple[int, int, int],
        output: str | None = None,
        *,
        region: tuple[float, float, float, float, float, float] | None = None,
        time: float = 0.0,
        start: tuple[int, int, int] = (0, 0, 0),
        size: tuple[int, int, int] | None = None,
        threads: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> NDArray[numpy.float32]:
        """A volume of an output, or a brick of it: floats shaped (z, y, x), or (z, y, x, channels).

        - shape: samples of the whole volume along z, y and x; one number for a cube.
        - region: x0, y0, z0, x1, y1, z1; if None as `travertine volume` chooses: x and y as in `render`, and z from 0
          with the same distance between samples.
        - start, size: the brick, in samples along z, y and x; the whole volume if there is no size.

        A brick has the same bits as that part of the whole. `travertine volume` writes the same floats.
        """
        name = self._output(output)
        volume = sides(shape, 3)
        brick = volume if size is None else sides(size, 3)
        first: tuple[Any, ...] = tuple(map(index, several(start, "start", 3)))
        if any(f < 0 or f + count > samples for f, count, samples in zip(first, brick, volume, strict=True)):
            raise InvalidValue(f"the brick of {brick} samples at {first} is not inside the volume of {volume}")
        floats = empty((*brick, *self._channels(name)), "float32")
        self._native.brick(
            name,
            box(volume, region, time),
            xyz(first),
            xyz(brick),
            floats.reshape(-1),
            execution(threads, memory, progress),
        )
        return floats

    def sample(
        self,
        points: ArrayLike,
        output: str | None = None,
        *,
        threads: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> NDArray[numpy.float32]:
        """The values at points: floats shaped (n,), or (n, channels).

        `points` is shaped (n, 3) for x, y, z, or (n, 4) for x, y, z, time.
        """
        places = _positions(points)
        name = self._output(output)
        floats = empty((len(places), *self._channels(name)), "float32")
        self._native.sample(name, places, floats.reshape(-1), execution(threads, memory, progress))
        return floats

    def statistics(
        self,
        size: int = 512,
        output: str | None = None,
        *,
        plane: Literal["xy", "xz", "yz"] = "xy",
        region: tuple[float, float, float, float] | None = None,
        depth: float = 0.0,
        time: float = 0.0,
        threads: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Range, moments, percentiles, histogram and power spectrum of an output over a square.

        `size` is the number of samples along a side: a power of two from 16 to 4096. The other arguments are those of
        `render`. The result is what `travertine stats --format json` prints for an output.

            height = marble.statistics(output="height")["components"][0]
            height["mean"], height["deviation"], height["percentiles"]["50"]
        """
        across, down = sides((size, size), 2)
        edges = None if region is None else several(region, "region", 4)
        rectangle = (across, down, plane, edges, depth, time, 1)
        name = self._output(output)
        how = execution(threads, memory, progress)
        found: dict[str, Any] = json.loads(self._native.statistics(name, rectangle, how))
        return found

    def gradient(
        self,
        points: ArrayLike,
        output: str | None = None,
        *,
        parameters: Sequence[str] = (),
        threads: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> Gradient:
        """The values at points with their derivatives, by the position and by parameters, for fitting and optimizing.

        `points` is that of `sample`. `parameters` names floats, vectors and colors. The derivatives are computed by
        rules, not by small differences. At an edge they are those of one side.

            found = marble.gradient(points, "height", parameters=["turbulence"])
            step = ((found.values - wanted) * found.parameters["turbulence"]).mean()

        Raises `InvalidValue` if there is no such parameter or it is of another type.
        """
        places = _positions(points)
        name = self._output(output)
        components = {each: CHANNELS.get(self._type(each), ()) for each in parameters}
        counts = [max(1, len(names)) for names in components.values()]
        channels = self._channels(name)
        floats = empty((len(places), 4 + sum(counts), *channels), "float32")
        how = execution(threads, memory, progress)
        self._native.gradient(name, list(components), places, floats.reshape(-1), how)
        # The variables last, after the channels.
        changes = numpy.moveaxis(floats, 1, -1)
        ends = numpy.cumsum([4, *counts])
        by = {
            each: changes[..., end - max(1, len(names)) : end] if names else changes[..., end - 1]
            for (each, names), end in zip(components.items(), ends[1:], strict=True)
        }
        return Gradient(changes[..., 0], changes[..., 1:4], by)

    shape = _carving.shape
    bake = _carving.bake
    run = _jobs.run_texture

    def dask(
        self,
        shape: int | tuple[int, int, int],
        chunks: Any = None,
        output: str | None = None,
        *,
        region: tuple[float, float, float, float, float, float] | None = None,
        time: float = 0.0,
    ) -> dask.array.Array:
        """A volume as a `dask.array`, of which every chunk is computed when it is needed, on any machine.

        The arguments and the values are those of `volume`. `chunks` is what Dask takes: a number, a tuple, or None for
        chunks of about Dask's `array.chunk-size`. Nothing is computed yet.
        """
        with volumes_in_chunks():
            from ._dask import volume

        return volume(self, sides(shape, 3), chunks, self._output(output), region, time)

    def xarray(
        self,
        shape: int | tuple[int, int, int],
        chunks: Any = None,
        output: str | None = None,
        *,
        region: tuple[float, float, float, float, float, float] | None = None,
        time: float = 0.0,
    ) -> xarray.DataArray:
        """What `dask` gives, with the positions of the samples, their units, and the names of channels."""
        with volumes_in_chunks():
            from ._dask import labeled

            return labeled(self, sides(shape, 3), chunks, self._output(output), region, time)

    def _output(self, output: str | None) -> str:
        """The name of an output. The library refuses one that does not exist, and says which do."""
        names = self.outputs
        if output is None:
            return next(iter(names))
        if output not in names:
            self._native.ranges(output)
        return output

    def _type(self, parameter: str) -> str:
        """The type of a parameter; that of a float if there is none, which the library refuses."""
        known = self.parameters.get(parameter)
        return "float" if known is None else known.type

    def _channels(self, output: str) -> tuple[int, ...]:
        """The shape of a value of an output."""
        names = CHANNELS[self.outputs[output]]
        return (len(names),) if names else ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Texture) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, self._identity

    def __dask_tokenize__(self) -> str:
        return self.fingerprint

    def __repr__(self) -> str:
        outputs = ", ".join(f"{name} ({kind})" for name, kind in self.outputs.items())
        name = json.loads(self._identity[0]).get("name", "")
        seed = f", seed {self.seed}" if self.seed else ""
        return f"<travertine.Texture {name}{': ' if name else ''}{outputs}{seed}>"

    def _repr_png_(self) -> bytes:
        from ._png import encode

        return encode(self.render(256, dtype="uint8"))


def restore(document: str, values: str, seed: int) -> Texture:
    """The texture that was pickled as these three."""
    texts = {name: json.dumps(value) for name, value in json.loads(values).items()}
    return Texture(_native.Texture.parse(document).with_values(texts, seed or None), seed)


def open_texture(path: str | PathLike[str]) -> Texture:
    """Loads a graph from a file, such as `marble.json`.

    Raises `FileError` if it cannot be read, and `InvalidGraph` with every error of it.
    """
    return Texture(_native.Texture.open(path))


def parse(document: str | Mapping[str, Any]) -> Texture:
    """The texture of a graph, from the text of a document or from the same as dictionaries and lists.

    Raises `InvalidGraph` with every error.
    """
    text = document if isinstance(document, str) else json.dumps(document, default=_plain)
    return Texture(_native.Texture.parse(text))


def _positions(points: ArrayLike) -> NDArray[numpy.float32]:
    """Points as rows of x, y, z and time."""
    try:
        places = numpy.asarray(points, dtype=numpy.float32)
    except ValueError as error:
        raise InvalidValue(f"points are not an array of numbers: {error}") from error
    if places.ndim != 2 or places.shape[1] not in (3, 4):
        raise InvalidValue(f"points shaped {places.shape}; expected (n, 3) or (n, 4)")
    return numpy.ascontiguousarray(numpy.pad(places, ((0, 0), (0, 4 - places.shape[1]))))


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays as what JSON has."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return value.tolist()
    raise InvalidValue(f"{value!r} is not a value of a graph; expected numbers, texts, booleans, lists or dictionaries")
