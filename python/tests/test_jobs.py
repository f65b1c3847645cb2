"""Jobs: files that the command line would make, too."""

import pathlib

import pytest

import travertine

QUAD = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "quad.obj").write_text(QUAD)
    return tmp_path


@pytest.mark.parametrize(
    ("make", "to", "fields", "flags"),
    [
        ("render", "a.png", {"size": (24, 16), "bits": 16, "param": {"turbulence": 1.5}}, "--size 24x16 --bits 16 --param turbulence=1.5"),
        ("render", "a.exr", {"size": 8, "output": "height", "region": (0, 0, 2, 1)}, "--size 8 --output height --region 0,0,2,1"),
        ("animate", "a.gif", {"frames": (0, 2), "size": 8, "loop": True}, "--frames 0..2 --size 8 --loop"),
        ("volume", "a.nrrd", {"size": 6, "output": "height"}, "--size 6 --output height"),
        ("shape", "a.png", {"size": 16, "samples": 1, "no_shadow": True}, "--size 16 --samples 1 --no-shadow"),
        ("shape", "a.png", {"mesh": "quad.obj", "size": 16, "samples": 1}, "--size 16 --samples 1 --mesh quad.obj"),
        ("bake", "a.glb", {"mesh": pathlib.Path("quad.obj"), "size": 8, "vertex_colors": True}, "--vertex-colors --size 8"),
    ],
)
def test_a_job_writes_the_bytes_of_its_command(marble, graphs, command, folder, make, to, fields, flags):
    graph = graphs / "marble.json"
    seen = []
    marble.run(make, to=f"one-{to}", progress=lambda done, total: seen.append((done, total)), **fields)
    assert seen and seen[-1][0] == seen[-1][1]
    travertine.run(make, graph=graph, to=folder / f"two-{to}", **fields)
    mesh = [fields["mesh"]] if make == "bake" else []
    command(make, *flags.split(), "-o", f"three-{to}", graph, *mesh)
    one, two, three = (
        (folder / f"{number}-{to}").read_bytes() for number in ("one", "two", "three")
    )
    assert one == two == three



def test_a_shader_has_the_bytes_of_its_command(marble, graphs, command, folder):
    marble.run("export", to="wgsl", file="one.wgsl", prefix="marble")
    command("export", "--to", "wgsl", "-o", "two.wgsl", "--prefix", "marble", graphs / "marble.json")
    assert (folder / "one.wgsl").read_bytes() == (folder / "two.wgsl").read_bytes()


def test_an_invalid_graph_of_a_job_has_its_diagnostics(folder):
    (folder / "bad.json").write_text('{"format": "travertine", "version": 1, "nodes": {"a": {"type": "none"}}, "outputs": {}}')
    with pytest.raises(travertine.InvalidGraph) as opened:
        travertine.open("bad.json")
    with pytest.raises(travertine.InvalidGraph) as made:
        travertine.run("render", graph="bad.json", to="a.png")
    assert opened.value.diagnostics and made.value.diagnostics == opened.value.diagnostics


def test_jobs_are_checked(marble, types, folder):
    for make, fields, text in [
        ("rendr", {"to": "a.png"}, "did you mean `render`"),
        ("render", {}, "has no `to`"),
        ("render", {"to": 3}, "`to` is a number"),
        ("render", {"to": "a.png", "sise": 8}, "did you mean `size`"),
        ("render", {"to": "a.png", "size": 0, "plane": "xx"}, "`size`.*`plane`|`plane`.*`size`"),
        ("render", {"to": "a.exr", "skip_faint": True}, "`skip_faint` needs a .png"),
        ("render", {"to": "a.png", "graph": "marble.json"}, "`graph`"),
        ("bake", {"to": "a.glb"}, "has no `mesh`"),
        ("volume", {"to": "a.nrrd", "slices": "slices"}, "more than one `to` or `slices` or `atlas`"),
    ]:
        with pytest.raises(travertine.InvalidValue, match=f"(?s){text}"):
            marble.run(make, **fields)
    with pytest.raises(travertine.InvalidValue, match="`time` does not loop with a period of 1"):
        types.run("animate", to="a.gif", frames=(0, 4), loop=True, output="time")
    with pytest.raises(travertine.FileError, match="missing.obj"):
        marble.run("bake", mesh="missing.obj", to="a.glb")
    with pytest.raises(travertine.FileError, match="missing.json"):
        travertine.run("render", graph="missing.json", to="a.png")
    with pytest.raises(travertine.LimitExceeded):
        marble.run("render", to="a.png", memory=1000)


def test_an_exception_of_progress_ends_a_job(marble, folder):
    def stop(done, total):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        marble.run("render", to="a.png", size=4096, progress=stop)
    assert not (folder / "a.png").exists()
