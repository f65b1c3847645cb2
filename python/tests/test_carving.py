"""Solids and meshes."""

import numpy
import pytest

import travertine

QUAD = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n"


def test_solids_have_light_and_a_background(marble):
    light = marble.shape(40, 30, "torus", samples=1, background=None)
    assert light.shape == (30, 40, 4) and light.dtype == numpy.float32
    assert light[0, 0, 3] == 0 and light[15, 8, 3] == 1
    pixels = marble.shape(40, 30, "torus", samples=1, background="#102030", shadow=False, dtype="uint8")
    assert pixels[0, 0].tolist() == [0x10, 0x20, 0x30, 255]
    assert marble.shape(8, samples=1, dtype="uint16").dtype == numpy.uint16
    rough, glossy = (marble.shape(32, samples=1, roughness=value) for value in (1.0, 0.1))
    assert not numpy.array_equal(rough, glossy)
    for act, text in [
        (lambda: marble.shape(8, shape="ball"), "sphere"),
        (lambda: marble.shape(8, samples=3), "power of two"),
        (lambda: marble.shape(8, background="red"), "#f2f2f0"),
        (lambda: marble.shape(8, color="colour"), "`color`"),
        (lambda: marble.shape(8, shape="cube", displacement=0.1), "displaced"),
        (lambda: marble.shape(8, environment="night"), "overcast"),
    ]:
        with pytest.raises(travertine.InvalidValue, match=text):
            act()


def test_a_mesh_takes_the_place_of_the_shape(marble, tmp_path):
    mesh = tmp_path / "quad.obj"
    mesh.write_text(QUAD)
    studio, evening = (
        marble.shape(24, mesh=mesh, background=None, samples=1, shadow=False, environment=environment)
        for environment in ("studio", "evening")
    )
    assert numpy.array_equal(studio[..., 3], evening[..., 3]) and not numpy.array_equal(studio, evening)
    assert studio[0, 0, 3] == 0 and studio[12, 12, 3] == 1
    with pytest.raises(travertine.FileError, match="no.obj"):
        marble.shape(8, mesh=tmp_path / "no.obj")
    with pytest.raises(travertine.InvalidValue, match="a mesh cannot be displaced"):
        marble.shape(8, mesh=mesh, displacement=0.1)


def test_a_bake_is_that_of_the_command_line(marble, graphs, command, tmp_path):
    mesh = tmp_path / "quad.obj"
    mesh.write_text(QUAD)
    seen = []
    options = {"occlusion": 0.5, "occlusion_rays": 16}
    options |= {"size": 64, "scale": 2.0, "format": "png16", "progress": lambda done, total: seen.append(done)}
    assert marble.bake(mesh, tmp_path / "ours", **options) == []
    assert seen[-1] == 64 * 64
    flags = ["--size", 64, "--scale", 2, "--bits", 16, "--occlusion=0.5", "--occlusion-rays", 16]
    flags += ["-o", tmp_path / "theirs"]
    command("bake", graphs / "marble.json", mesh, *flags)
    files = {file.name: file.read_bytes() for file in (tmp_path / "theirs").iterdir()}
    assert len(files) == 5 and files == {file.name: file.read_bytes() for file in (tmp_path / "ours").iterdir()}


def test_mistakes_of_a_bake_are_named(marble, tmp_path):
    mesh = tmp_path / "quad.obj"
    mesh.write_text(QUAD)
    for act, error, text in [
        (lambda: marble.bake(tmp_path / "no.obj", tmp_path / "out"), travertine.FileError, "no.obj"),
        (lambda: marble.bake(mesh, mesh), travertine.InvalidValue, "read by this"),
        (lambda: marble.bake(mesh, tmp_path / "out", outputs=["colour"]), travertine.InvalidValue, "color"),
        (lambda: marble.bake(mesh, tmp_path / "out", format="jpg"), travertine.InvalidValue, "png16"),
        (lambda: marble.bake(mesh, tmp_path / "out", green="left"), travertine.InvalidValue, "up, down"),
    ]:
        with pytest.raises(error, match=text):
            act()
