"""Solids carved from textures, and meshes that textures are baked onto."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath
from typing import Any, Literal

from numpy.typing import NDArray

from . import _native
from ._errors import InvalidValue
from ._interface import Source
from ._jobs import run_texture
from ._values import Progress, empty, execution, several, sides, whole


def shape(
    texture: Source,
    width: int,
    height: int | None = None,
    shape: Literal["sphere", "cube", "torus", "cylinder", "cut-block", "plane"] = "sphere",
    *,
    mesh: str | PathLike[str] | None = None,
    samples: int = 16,
    dtype: Literal["float32", "uint8", "uint16"] = "float32",
    background: str | None = "#f2f2f0",
    yaw: float | None = None,
    pitch: float | None = None,
    zoom: float = 1.0,
    environment: Literal["studio", "overcast", "evening"] = "studio",
    light: tuple[float, float] = (-38.0, 46.0),
    shadow: bool = True,
    unlit: bool = False,
    center: tuple[float, float, float] = (0.5, 0.5, 0.5),
    scale: float = 1.0,
    time: float = 0.0,
    displacement: float = 0.0,
    relief: float | None = None,
    color: str | None = None,
    roughness: str | float | None = None,
    metallic: str | float | None = None,
    height_map: str | float | None = None,
    occlusion: str | float | None = None,
    emission: str | float | None = None,
    threads: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> NDArray[Any]:
    """A picture of a solid carved from the texture, shaped (height, width, 4): red, green, blue and alpha.

    - width, height: size in pixels; square if there is no height.
    - mesh: a .glb, .gltf, .obj, .ply or .stl, scaled to the unit cube, that takes the place of the shape.
    - samples: the most rays for each pixel, a power of two up to 64.
    - dtype: `float32` is linear light; `uint8` and `uint16` are tone mapped and in sRGB, as `travertine shape` writes.
    - background: a color such as `"#f2f2f0"`; transparent if None.
    - yaw, pitch: degrees of the camera to the right and up; the best view of the shape if None. zoom: magnification.
    - environment: the light around the solid. light: degrees of the main light right and up of the camera.
      unlit: colors without light.
    - center, scale: middle of the solid and edge of its unit cube, in the units of the graph.
    - displacement: depth of height 0 below height 1 of a sphere, as a fraction of its diameter, 0 to 0.4.
    - relief: depth of bumps where the height is 1, in the units of the graph, -1 to 1; None is the relief that the graph
      states, or 0.012.
    - color: output of the color. roughness, metallic, height_map, occlusion, emission: an output or a number. None is
      the output with that name (`height` for height_map), if the graph has one.
    """
    across, down = sides((width, width if height is None else height), 2)
    pixels = empty((down, across, 4), dtype)
    solid: dict[str, Any] = {
        "width": across,
        "height": down,
        "samples": whole(samples, "samples", 1, 64),
        "shape": shape,
        "mesh": None if mesh is None else fspath(mesh),
        "environment": environment,
        "yaw": yaw,
        "pitch": pitch,
        "zoom": zoom,
        "light": several(light, "light", 2),
        "shadow": shadow,
        "unlit": unlit,
        "center": several(center, "center", 3),
        "scale": scale,
        "time": time,
        "displacement": displacement,
        "relief": relief,
        "background": None if background is None else _srgb(background),
        "color": color,
        "channels": [roughness, metallic, height_map, occlusion, emission],
    }
    _native.shape(texture._native, solid, pixels.reshape(-1), execution(threads, memory, progress))
    return pixels


def bake(
    texture: Source,
    mesh: str | PathLike[str],
    target: str | PathLike[str],
    *,
    outputs: Sequence[str] = (),
    size: int | tuple[int, int] = 1024,
    samples: Literal[1, 4, 16] = 1,
    margin: int | None = None,
    scale: float = 1.0,
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0),
    time: float = 0.0,
    normals: str | bool = True,
    strength: float | None = None,
    green: Literal["up", "down"] = "up",
    occlusion: float | None = None,
    occlusion_rays: int | None = None,
    uv: int = 0,
    project: Literal["planar", "box"] | None = None,
    unwrap: bool | float = False,
    padding: int | None = None,
    format: Literal["png", "png16", "exr"] = "png",
    overwrite: bool = False,
    up: Literal["x", "-x", "y", "-y", "z", "-z"] = "y",
    threads: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> list[str]:
    """Bakes the texture onto a mesh: into a folder of pictures, a .glb, or an .obj with pictures next to it. Gives warnings, a sentence each.

    - mesh: a .glb, .gltf, .obj, .ply or .stl with UVs from 0 to 1, or with `unwrap` or `project` any.
    - outputs: names of outputs; all if there are none.
    - size: width and height of each picture in texels. samples: samples for each texel.
    - margin: texels filled around UV islands, up to 256; none to fill the texture.
    - up: the direction that points up in the mesh, which becomes the up of the graph.
    - scale, offset: the factor of the mesh's coordinates, and the offset that is added then.
    - normals: the output whose height gives a normal map; True is `height`, if the graph has it; False is none.
      strength: depth where the height is 1; None is the relief that the graph states, or 0.012. green: direction of the green channel.
    - occlusion: greatest distance of surfaces that occlude, perhaps infinite; no ambient occlusion if None.
      occlusion_rays: rays for each computed texel, up to 4096; None is 128.
    - unwrap: make new UVs of charts whose triangles face up to so many degrees away from their mean, 1 to 80; True is 45.
      padding: texels between charts, up to 512; None is 1/512 of the picture's side, at least 1. A folder gets a .glb with
      the new UVs, too.
    - uv: index of the UV set. format: of pictures in a folder; a height has 16 bits in each PNG. overwrite: also files that
      Travertine did not write.

    An interrupted bake continues when it is called again. `run("bake", ...)` has all options of the command.
    """
    if format not in ("png", "png16", "exr"):
        raise InvalidValue(f"unknown format {format!r}; expected png, png16 or exr")
    lines = run_texture(
        texture,
        "bake",
        mesh=mesh,
        to=target,
        output=list(outputs),
        size=sides(size, 2),
        samples=samples,
        margin=margin,
        up=up,
        scale=None if scale == 1.0 else scale,
        offset=several(offset, "offset", 3),
        time=time,
        height=normals if isinstance(normals, str) else None,
        no_normals=not normals,
        strength=strength if normals else None,
        green=green if normals else None,
        occlusion=None if occlusion is None else str(float(occlusion)),
        occlusion_rays=occlusion_rays,
        uv=uv or None,
        project=project,
        unwrap=unwrap,
        padding=padding if unwrap else None,
        format=format.removesuffix("16"),
        bits=16 if format == "png16" else None,
        overwrite=overwrite,
        threads=threads,
        memory=memory,
        progress=progress,
    )
    return [line.removeprefix("warning: ") for line in lines if line.startswith("warning: ")]


def _srgb(color: str) -> tuple[int, ...]:
    """Red, green and blue of `#f2f2f0`."""
    digits = color.removeprefix("#")
    try:
        if len(digits) == 6:
            return tuple(bytes.fromhex(digits))
    except ValueError:
        pass
    raise InvalidValue(f"{color!r} is not a color such as #f2f2f0")
