"""Textures: values, samples, pictures, volumes, errors."""

import pickle
import threading

import numpy
import pytest

import travertine


def test_parameters_are_described(types):
    scale = types.parameters["scale"]
    assert (scale.type, scale.value, scale.min, scale.max, scale.unit) == ("float", 4, 1, 64, "cells per unit")
    assert "4 (float, 1 to 64 cells per unit): Size." in repr(types.parameters)
    assert list(types.outputs.items())[:2] == [("height", "float"), ("place", "vector")]


def test_setting_gives_another_texture(types):
    finer = types.set(scale=numpy.float32(8), shift=numpy.array([1.0, 2.0, 3.0]), tint="#102030")
    assert (types.parameters["scale"].value, finer.parameters["scale"].value) == (4, 8)
    assert finer.parameters["shift"].value == [1, 2, 3]
    point = [[0.3, 0.4, 0.5]]
    assert finer.sample(point) == types.sample(numpy.array(point) * 2)
    assert types.set(7).sample(point) != types.sample(point)
    assert types.set(7).set(0).sample(point) == types.sample(point)


def test_gradients_have_the_shapes_of_values_and_variables(types):
    points = numpy.random.default_rng(3).random((50, 3), numpy.float32)
    color = types.gradient(points, "color", parameters=["tint", "scale", "shift"])
    assert (color.values.shape, color.position.shape) == ((50, 4), (50, 4, 3))
    assert {name: each.shape for name, each in color.parameters.items()} == {
        "tint": (50, 4, 4),
        "scale": (50, 4),
        "shift": (50, 4, 3),
    }
    assert (color.values == types.sample(points, "color")).all()
    place = types.gradient(points, "place", parameters=["shift"])
    assert (place.position == numpy.eye(3)).all() and (place.parameters["shift"] == numpy.eye(3)).all()
    height = types.gradient(points)
    assert (height.values.shape, height.position.shape, height.parameters) == ((50,), (50, 3), {})
    step = numpy.float32(1 / 1024)
    ahead, behind = (types.sample(points + [[sign * step, 0, 0]]) for sign in (1, -1))
    assert numpy.allclose((ahead - behind) / (2 * step), height.position[:, 0], atol=0.02)
    for name in ["octaves", "scal"]:
        with pytest.raises(travertine.InvalidValue, match=name):
            types.gradient(points, parameters=[name])


def test_a_parameter_is_fitted_by_its_gradient(types):
    points = numpy.random.default_rng(5).random((200, 3), numpy.float32) * 0.2
    wanted = types.set(scale=3.1).sample(points)
    scale = 3.5
    for _ in range(12):
        found = types.set(scale=scale).gradient(points, parameters=["scale"])
        slope = found.parameters["scale"]
        # The step of Gauss and Newton.
        scale -= float(((found.values - wanted) * slope).sum() / (slope * slope).sum())
    assert abs(scale - 3.1) < 1e-4


def test_presets_set_all_parameters(types):
    assert list(types.presets) == ["Fine", "Plain"]
    fine = types.presets["Fine"]
    assert (fine.description, fine.values) == ("Small cells.", {"scale": 32, "tint": "#000000"})
    moved = types.set(7, shift=3, scale=5)
    assert moved.preset("Fine") == types.set(7, scale=32, tint="#000000"), "the seed stays"
    assert moved.preset("Plain") == types.set(7)
    assert pickle.loads(pickle.dumps(types.preset("Fine"))) == types.preset("Fine")
    with pytest.raises(travertine.InvalidValue, match="did you mean `Fine`"):
        types.preset("fine")


def test_textures_are_equal_by_content(types):
    changed = types.set(5, scale=8, tint=[1, 0.5, 0.25])
    assert pickle.loads(pickle.dumps(changed)) == changed == types.set(5, tint=[1, 0.5, 0.25]).set(scale=8.0)
    assert hash(changed) == hash(pickle.loads(pickle.dumps(changed)))
    assert changed.fingerprint == pickle.loads(pickle.dumps(changed)).fingerprint
    assert types.set(scale=4) == types, "the default is the default, however it was set"
    assert len({types, changed, types.set(5), types.set(scale=9)}) == 4
    point = [[0.3, 0.4, 0.5]]
    assert pickle.loads(pickle.dumps(changed)).sample(point) == changed.sample(point)


def test_pictures_hold_what_samples_give(types):
    picture = types.render(8, 4, "place", region=(1.0, 2.0, 3.0, 4.0), depth=0.5, plane="xz", time=2.0)
    assert picture.shape == (4, 8, 3) and picture.dtype == numpy.float32
    points = [[1 + (x + 0.5) / 4, 0.5, 2 + (z + 0.5) / 2, 2.0] for z in range(4) for x in range(8)]
    assert numpy.array_equal(picture.reshape(-1, 3), types.sample(points, "place"))
    assert numpy.array_equal(picture[0, 0], [1.125, 1.5, 4.25])
    assert types.sample([[0, 0, 0, 9]], "time") == [9]
    assert types.sample(numpy.zeros((0, 3))).shape == (0,)


def test_shapes_follow_from_types(types):
    for output, tail in [("height", ()), ("place", (3,)), ("color", (4,))]:
        assert types.render(6, 5, output).shape == (5, 6, *tail)
        assert types.volume((2, 3, 4), output).shape == (2, 3, 4, *tail)
        assert types.sample([[0, 0, 0], [1, 1, 1]], output).shape == (2, *tail)
        for dtype in ("uint8", "uint16"):
            picture = types.render(6, 5, output, dtype=dtype)
            assert picture.shape == (5, 6, 4) and picture.dtype == dtype
            assert (picture[..., 3] == numpy.iinfo(dtype).max).all()


def test_levels_are_those_of_floats(types):
    floats = types.render(16, output="height").clip(0, 1)
    assert abs(types.render(16, output="height", dtype="uint8")[..., 0] / 255 - floats).max() <= 0.5 / 255 + 1e-6
    assert abs(types.render(16, output="height", dtype="uint16")[..., 1] / 65535 - floats).max() <= 0.5 / 65535 + 1e-6


def test_a_pixel_is_the_mean_of_its_samples(types):
    fine = types.render(32, output="place").astype(numpy.float64).reshape(8, 4, 8, 4, 3).mean((1, 3))
    assert numpy.allclose(types.render(8, output="place", samples=16), fine, rtol=1e-6)


def test_bricks_are_parts_of_the_whole(types):
    options = {"region": (-1.0, 0.0, 2.0, 1.0, 3.0, 4.0), "time": 0.5}
    for output in types.outputs:
        whole = types.volume((7, 8, 9), output, **options)
        brick = types.volume((7, 8, 9), output, start=(2, 3, 4), size=(4, 5, 2), **options)
        assert numpy.array_equal(brick, whole[2:6, 3:8, 4:6])
    # A brick of a volume that no machine could hold.
    far = types.volume((1 << 20,) * 3, start=((1 << 20) - 2,) * 3, size=(2, 2, 2))
    assert far.shape == (2, 2, 2)


def test_bits_do_not_depend_on_threads(marble):
    one = marble.render(300, 200, "height", threads=1)
    assert numpy.array_equal(one, marble.render(300, 200, "height", threads=7))
    results = [None] * 4

    def render(index):
        results[index] = marble.render(300, 200, "height", threads=2)

    threads = [threading.Thread(target=render, args=(index,)) for index in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(numpy.array_equal(one, other) for other in results)


def test_ranges_hold(types, marble):
    ((low, high),) = marble.ranges("height")
    heights = marble.render(64, output="height")
    assert low <= heights.min() and heights.max() <= high and high - low < 100
    assert len(types.ranges("color")) == 4


def test_progress_ends_with_everything(marble):
    seen = []
    marble.volume(64, "height", progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (64**3, 64**3)

    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        marble.volume(700, "height", progress=stop)


@pytest.mark.parametrize(
    ("act", "error", "text"),
    [
        (lambda t: t.set(scal=1), travertine.InvalidValue, "did you mean `scale`"),
        (lambda t: t.set(scale=100), travertine.InvalidValue, "1 to 64"),
        (lambda t: t.set(scale=float("nan")), travertine.InvalidValue, "NaN"),
        (lambda t: t.set(scale=object()), travertine.InvalidValue, "is not a value"),
        (lambda t: t.render(8, output="heigh"), travertine.InvalidValue, "`height`"),
        (lambda t: t.set(-1), travertine.InvalidValue, "seed"),
        (lambda t: t.render(0), travertine.InvalidValue, "1 or more"),
        (lambda t: t.render(8, 1 << 33), travertine.LimitExceeded, "1048576"),
        (lambda t: t.render(10**6, output="color"), travertine.LimitExceeded, "smaller size"),
        (lambda t: t.volume(10**6, output="color"), travertine.LimitExceeded, "smaller size"),
        (lambda t: t.render(8, threads=-1), travertine.InvalidValue, "threads"),
        (lambda t: t.render(8, memory=-1), travertine.InvalidValue, "memory"),
        (lambda t: t.render(-1), travertine.InvalidValue, "1 or more"),
        (lambda t: t.render(8, plane="zz"), travertine.InvalidValue, "xy, xz or yz"),
        (lambda t: t.render(8, samples=2), travertine.InvalidValue, "1, 4 or 16"),
        (lambda t: t.render(8, dtype="int8"), travertine.InvalidValue, "float32"),
        (lambda t: t.render(8, region=(1, 0, 0, 1)), travertine.InvalidValue, "left"),
        (lambda t: t.render(8, region=(0, 0, 1)), travertine.InvalidValue, "expected 4"),
        (lambda t: t.render(2048, memory=1 << 10), travertine.LimitExceeded, "memory"),
        (lambda t: t.volume((4, 4)), travertine.InvalidValue, "expected 3"),
        (lambda t: t.volume(4, start=(0, 0)), travertine.InvalidValue, "expected 3"),
        (lambda t: t.volume(4, region=(0, 0, 1, 1)), travertine.InvalidValue, "expected 6"),
        (lambda t: t.dask(4, region=(0, 0, 1, 1)), travertine.InvalidValue, "expected 6"),
        (lambda t: t.shape(8, dtype="float64"), travertine.InvalidValue, "float32"),
        (lambda t: t.shape(8, samples=-1), travertine.InvalidValue, "samples"),
        (lambda t: t.shape(8, light=(1, 2, 3)), travertine.InvalidValue, "expected 2"),
        (lambda t: t.volume((2, 2, 2), start=(1, 1, 1), size=(2, 1, 1)), travertine.InvalidValue, "not inside"),
        (lambda t: t.sample([1, 2, 3]), travertine.InvalidValue, "(n, 3)"),
        (lambda t: t.sample([[0, 0, float("inf")]]), travertine.InvalidValue, "not finite"),
        (lambda t: t.sample([[1, 2, 3], [1, 2]]), travertine.InvalidValue, "not an array"),
        (lambda t: t.save("/nowhere/marble.json"), travertine.FileError, "/nowhere/marble.json"),
        (lambda t: travertine.parse("{"), travertine.InvalidGraph, "error"),
        (lambda t: travertine.open("/nowhere/marble.json"), travertine.FileError, "/nowhere/marble.json"),
    ],
)
def test_errors_say_what_to_do(types, act, error, text):
    with pytest.raises(error) as raised:
        act(types)
    assert text in str(raised.value)
    assert isinstance(raised.value, travertine.Error)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


def test_wrong_types_are_those_of_python(types):
    for act in (lambda: types.render("8"), lambda: types.set(1.5), lambda: types.volume(8.0)):
        with pytest.raises(TypeError):
            act()
    assert types.volume(numpy.int64(4)).shape == (4, 4, 4)
    assert types.render(numpy.int32(4), numpy.uint8(2)).shape == (2, 4)


def test_results_are_part_of_the_memory(types, marble):
    # Each of these arrays, and what it is copied from, takes 16 MiB, and the work takes little.
    for act in (
        lambda memory: types.render(2048, output="height", threads=1, memory=memory),
        lambda memory: types.render(2048, dtype="uint8", output="height", threads=1, memory=memory),
        lambda memory: types.volume((4, 1024, 1024), "height", threads=1, memory=memory),
        lambda memory: types.sample(numpy.zeros((1 << 20, 3)), "time", threads=1, memory=memory),
        lambda memory: marble.shape(1024, samples=1, background=None, threads=1, memory=memory),
    ):
        with pytest.raises(travertine.LimitExceeded, match="budget is 15 MiB"):
            act(15 << 20)
        act(100 << 20)
    with pytest.raises(travertine.LimitExceeded, match="budget is 45 MiB"):
        # The picture, its words and their copy.
        types.render(2048, 1024, "color", dtype="uint16", threads=1, memory=45 << 20)


def test_a_bad_point_is_named_by_its_place_in_the_list(types):
    points = numpy.zeros((50_000, 3))
    points[40_000, 1] = numpy.nan
    with pytest.raises(travertine.InvalidValue, match="position 40000"):
        types.sample(points)


def test_many_points_are_those_of_one_thread(types):
    points = numpy.random.default_rng(3).uniform(-9, 9, (50_000, 4))
    seen = []
    several = types.sample(points, "color", threads=3, progress=lambda done, total: seen.append((done, total)))
    assert numpy.array_equal(several, types.sample(points, "color", threads=1))
    assert seen[-1] == (50_000, 50_000)


def test_statistics_are_those_of_the_samples(types):
    found = types.statistics(64, "color")
    red = found["components"][0]
    samples = types.render(64, output="color")[..., 0]
    assert (red["name"], found["side"]) == ("red", 64)
    assert (red["least"], red["greatest"]) == (samples.min(), samples.max())
    assert red["mean"] == pytest.approx(samples.mean(), abs=1e-6)
    assert sum(red["histogram"]) == samples.size
    with pytest.raises(travertine.Error, match="power of two"):
        types.statistics(100)


def test_every_error_of_a_graph_is_found():
    nodes = {"a": {"type": "noise/perlin", "inputs": {"scal": 1, "octaves": "x"}}}
    with pytest.raises(travertine.InvalidGraph) as raised:
        travertine.parse({"format": "travertine", "version": 1, "nodes": nodes, "outputs": {"a": {"node": "b"}}})
    found = raised.value.diagnostics
    assert len(found) >= 3
    assert {each.node for each in found} >= {"a"} and {each.input for each in found} >= {"scal", "octaves"}
    assert all(each.location and each.severity == "error" for each in found)


def test_warnings_are_diagnostics():
    g = travertine.Graph()
    g.parameter("unused", 1.0)
    g.output("height", g.noise.perlin())
    (warning,) = g.texture().check()
    assert (warning.severity, warning.pointer) == ("warning", "/parameters/unused")
    assert "remove it" in str(warning)


def test_a_notebook_shows_a_png(types):
    png = types._repr_png_()
    assert png.startswith(b"\x89PNG")
