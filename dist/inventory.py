"""Lists the crates inside the command line: an SBOM (CycloneDX 1.5) and a text with their licenses.

Usage: inventory.py TARGET FOLDER. The crates are those that `cargo metadata` finds for the target, without dependencies of
tests and builds. Everything is sorted, so that equal sources give equal bytes.
"""

import json
import pathlib
import subprocess
import sys
import tomllib

ROOT = "travertine-cli"


def crates(target):
    """The packages that are compiled into the program, by name and version."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={target}"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    packages = {package["id"]: package for package in found["packages"]}
    links = {node["id"]: node["deps"] for node in found["resolve"]["nodes"]}
    waiting = [each for each, package in packages.items() if package["name"] == ROOT]
    seen = set(waiting)
    while waiting:
        for link in links[waiting.pop()]:
            normal = any(kind["kind"] is None for kind in link["dep_kinds"])
            if normal and link["pkg"] not in seen:
                seen.add(link["pkg"])
                waiting.append(link["pkg"])
    return sorted((packages[each] for each in seen), key=lambda package: (package["name"], package["version"]))


def component(package, checksums):
    """A package as CycloneDX describes it."""
    name, version = package["name"], package["version"]
    entry = {
        "type": "library",
        "bom-ref": f"pkg:cargo/{name}@{version}",
        "name": name,
        "version": version,
        "purl": f"pkg:cargo/{name}@{version}",
    }
    if package["license"]:
        # Old manifests write a slash for OR.
        entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    checksum = checksums.get((name, version))
    if checksum:
        entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return entry


def is_copyleft(expression):
    """Whether every choice that a license leaves is a copyleft."""
    return all("GPL" in choice or "MPL" in choice for choice in expression.replace("/", " OR ").split(" OR "))


def license_texts(package):
    """The files with the licenses of a package."""
    folder = pathlib.Path(package["manifest_path"]).parent
    names = ("license", "licence", "copying", "notice", "unlicense")
    files = sorted(each for each in folder.iterdir() if each.name.lower().startswith(names) and each.is_file())
    return [each.read_text(encoding="utf-8", errors="replace").strip() for each in files]


def main():
    """Writes both files."""
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    lock = tomllib.loads(pathlib.Path("Cargo.lock").read_text(encoding="utf-8"))
    checksums = {(each["name"], each["version"]): each.get("checksum") for each in lock["package"]}
    packages = crates(target)
    root = next(package for package in packages if package["name"] == ROOT)
    others = [package for package in packages if package["source"]]
    unknown = [package["name"] for package in others if not package["license"] and not package["license_file"]]
    if unknown:
        sys.exit(f"these crates state no license: {', '.join(unknown)}")
    # A static binary must not hold them; MPL and the like would need their sources to be named.
    copyleft = [package["name"] for package in others if is_copyleft(package["license"] or "")]
    if copyleft:
        sys.exit(f"these crates have licenses that a static binary cannot meet: {', '.join(copyleft)}")
    sbom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**component(root, checksums), "type": "application", "name": "travertine"}},
        "components": [component(package, checksums) for package in packages if package is not root],
    }
    (folder / "sbom.cdx.json").write_text(json.dumps(sbom, indent=1) + "\n", encoding="utf-8")
    # Many crates have the same text.
    holders = {}
    for package in others:
        texts = license_texts(package) or [f"License: {package['license']}. Its archive holds no text."]
        for text in texts:
            holders.setdefault(text, []).append(f"{package['name']} {package['version']} ({package['license']})")
    parts = ["Travertine holds these crates, under the licenses below.\n"]
    for text, names in sorted(holders.items(), key=lambda item: item[1]):
        parts.append("\n".join(["=" * 100, *names, "=" * 100, "", text, ""]))
    (folder / "THIRD-PARTY.txt").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
