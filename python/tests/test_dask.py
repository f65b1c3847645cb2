"""Volumes in chunks, on one machine and on a cluster."""

import hashlib
import os
import pickle
import signal
import sys
import threading
import time

import dask
import numpy
import pytest
import zarr

import travertine

SIDE = 192


@pytest.fixture(scope="module")
def cluster():
    from distributed import Client, LocalCluster

    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(**options, memory_limit="1GiB") as cluster, Client(cluster) as client:
        yield client


def hashed(array) -> str:
    """A hash of a volume, slice by slice."""
    digest = hashlib.sha256()
    for start in range(0, array.shape[0], 32):
        digest.update(numpy.ascontiguousarray(array[start : start + 32]))
    return digest.hexdigest()


def test_chunks_are_the_volume(types):
    for output in types.outputs:
        whole = types.volume((20, 30, 40), output, time=0.5)
        lazy = types.dask((20, 30, 40), (8, 16, 32), output, time=0.5)
        assert lazy.shape == whole.shape and lazy.dtype == whole.dtype and lazy.chunks[2] == (32, 8)
        with dask.config.set(scheduler="threads"):
            assert numpy.array_equal(lazy.compute(), whole)
            assert numpy.array_equal(lazy[3:9, 10:20:3, 35:].compute(), whole[3:9, 10:20:3, 35:])


def test_nothing_is_computed_to_make_an_array(marble):
    array = marble.dask(1 << 11, 128, "height")
    assert array.npartitions == 4096 and array.nbytes == 1 << 35
    assert array[0, 0, 0].compute(scheduler="sync") == marble.volume(1 << 11, "height", size=(1, 1, 1))


def test_chunks_fit_the_configured_size(marble):
    with dask.config.set({"array.chunk-size": "64MiB"}):
        assert marble.dask(1024, output="height").chunksize == (256, 256, 256)
        # A color has four floats.
        assert marble.dask(1024, output="color").chunksize == (160, 160, 160, 4)


def test_names_depend_on_the_values(types):
    name = types.dask(64, 32).name
    assert name == travertine.parse(types.to_json()).dask(64, 32).name
    others = [types.set(3), types.set(scale=9)]
    names = {name, types.dask(64, 16).name, types.dask(64, 32, "time").name, *(t.dask(64, 32).name for t in others)}
    assert len(names) == 5


def test_the_graph_is_a_task_of_its_own(marble):
    tasks = dict(marble.dask(256, 32, "height").dask)
    assert sum(b"turbulence" in pickle.dumps(task) for task in tasks.values()) == 1 and len(tasks) == 513


def test_a_volume_that_is_not_valid_is_refused_at_once(types):
    with pytest.raises(travertine.InvalidValue, match="left"):
        types.dask(64, 32, region=(1.0, 0.0, 0.0, 0.0, 1.0, 1.0))
    with pytest.raises(travertine.InvalidValue, match="`height`"):
        types.dask(64, 32, "heigh")


def test_labels(types):
    array = types.xarray((8, 16, 32), 8, "color", region=(0.0, 0.0, 0.0, 32.0, 16.0, 8.0))
    assert array.dims == ("z", "y", "x", "c") and array.name == "color"
    assert array.x.values.tolist() == [each + 0.5 for each in range(32)] and array.x.units == "graph units"
    assert list(array.c.values) == ["red", "green", "blue", "alpha"]
    assert array.attrs["region"] == [0, 0, 0, 32, 16, 8]
    here = array.sel(x=3.5, y=2.5, z=1.5).values
    assert numpy.array_equal(here, types.sample([[3.5, 2.5, 1.5]], "color")[0])


def test_threads_share_the_rasters_of_a_texture(graphs):
    land = travertine.open(graphs / "eroded-land.json")
    chunks = land.dask((2, 64, 64), (1, 16, 16), "height")
    assert numpy.array_equal(
        chunks.compute(scheduler="threads", num_workers=4), land.volume((2, 64, 64), "height")
    )


def test_a_cluster_that_loses_workers_writes_the_array_of_the_command_line(
    cluster, marble, graphs, command, tmp_path
):
    command("volume", graphs / "marble.json", "--output", "height", "--size", SIDE, "-o", tmp_path / "one.raw")
    chunk = SIDE // 8
    array = marble.dask(SIDE, chunk, "height")
    store = zarr.create_array(
        # Compression would take several times as long as the texture.
        str(tmp_path / "many.zarr"),
        shape=array.shape,
        chunks=(chunk,) * 3,
        dtype="float32",
        compressors=None,
    )
    written = tmp_path / "many.zarr/c"
    killed = []

    def kill():
        for share in (0.1, 0.3, 0.5):
            while len(list(written.glob("*/*/*"))) < share * array.npartitions:
                time.sleep(0.005)
            # A worker that is being restarted has no process yet.
            while not (alive := [pid for worker in cluster.cluster.workers.values() if (pid := worker.pid)]):
                time.sleep(0.005)
            victim = alive[0]
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    with dask.config.set({"distributed.scheduler.allowed-failures": 10}):
        killer = threading.Thread(target=kill)
        killer.start()
        array.to_zarr(store)
        killer.join(60)
    assert len(set(killed)) == 3
    one = numpy.memmap(tmp_path / "one.raw", "<f4", "r", shape=array.shape)
    many = zarr.open_array(tmp_path / "many.zarr", mode="r")
    assert hashed(one) == hashed(many)


def test_a_volume_larger_than_all_memory_is_reduced(cluster, types):
    array = types.dask(1024, 256, "time", time=2.0)
    assert array.nbytes > sum(worker["memory_limit"] for worker in cluster.scheduler_info(-1)["workers"].values())
    before = {worker.pid for worker in cluster.cluster.workers.values()}
    assert array.mean().compute() == 2
    assert before == {worker.pid for worker in cluster.cluster.workers.values()}, "no worker ran out of memory"


@pytest.mark.parametrize("missing", ["xarray", "dask"])
def test_what_is_not_installed_is_named(types, monkeypatch, missing):
    monkeypatch.delitem(sys.modules, "travertine._dask", raising=False)
    monkeypatch.delattr(travertine, "_dask", raising=False)
    # An import of it fails.
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "xarray":
        assert types.dask((2, 2, 2)).shape[:3] == (2, 2, 2)
    else:
        with pytest.raises(ImportError, match="dask is not installed.*pip install"):
            types.dask((2, 2, 2))
    with pytest.raises(ImportError, match=f"{missing} is not installed.*pip install"):
        types.xarray((2, 2, 2))
