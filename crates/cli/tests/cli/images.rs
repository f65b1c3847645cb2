//! Images of graphs: files next to the document, and files that are refused.

use sha2::Digest;

use crate::support::{Folder, Ran};

/// A PNG of 1 x 1 texel, gray 128.
const PNG: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 58, 126, 155,
    85, 0, 0, 0, 10, 73, 68, 65, 84, 120, 218, 99, 104, 0, 0, 0, 130, 0, 129, 218, 69, 8, 59, 0, 0, 0, 0, 73, 69, 78,
    68, 174, 66, 96, 130,
];
const SHA256: &str = "e124007e0371a272f11e7fbc2414aff5a1095f3a46ad29771ea1bf3f8a5b07ca";

fn graph(image: &str) -> String {
    format!(
        r#"{{
  "format": "travertine", "version": 1,
  "nodes": {{"image": {{"type": "input/image", "inputs": {{"image": "wall"}}}}}},
  "outputs": {{"color": {{"node": "image"}}}},
  "images": {{
    "wall": {image}
  }}
}}"#
    )
}

fn file(path: &str, sha256: &str) -> String {
    graph(&format!(r#"{{"file": "{path}", "sha256": "{sha256}"}}"#))
}

/// The code and the message of a render of a graph.
fn render(folder: &Folder, graph: String) -> Ran {
    folder.write("image.json", graph);
    folder.run("render image.json --size 2 -o out.png")
}

fn assert_refused(folder: &Folder, graph: String, expected: &str) {
    let ran = render(folder, graph);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains(expected), "{expected:?} is not in {}", ran.stderr);
    assert!(!folder.path("out.png").exists());
}

#[test]
fn a_file_beside_the_graph_is_read_from_any_folder() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("graphs/pictures")).unwrap();
    folder.write("graphs/pictures/wall.png", PNG);
    folder.write("graphs/image.json", file("pictures/wall.png", SHA256));
    folder.write("points.csv", "0.3,0.3\n");
    let said = folder.done("sample graphs/image.json --points points.csv");
    assert!(said.contains("0.2158"), "{said}");
    folder.done("render graphs/image.json --size 2 -o out.png");
}

#[test]
fn an_embedded_image_needs_no_file() {
    let folder = Folder::new();
    folder.write("image.json", graph(r#"{"data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg=="}"#));
    folder.write("points.csv", "0.3,0.3\n");
    let said = folder.done("sample image.json --points points.csv");
    assert!(said.contains("0.2158"), "{said}");
}

#[test]
fn missing_and_changed_files_are_errors_of_the_document() {
    let folder = Folder::new();
    assert_refused(
        &folder,
        file("wall.png", SHA256),
        "image.json:6:22: error: the file `wall.png` of the image `wall` cannot be read: there is no such file\n  \
         /images/wall/file; expected a file within the folder of the document",
    );
    folder.write("wall.png", [PNG, &b"more"[..]].concat());
    let ran = render(&folder, file("wall.png", SHA256));
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.contains("image.json:6:44: error: the file `wall.png` has changed"), "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("expected {SHA256}")), "{}", ran.stderr);
    folder.write("wall.png", PNG);
    let help = format!("the image `wall` has no `sha256`; write \"sha256\": \"{SHA256}\"");
    assert_refused(&folder, graph(r#"{"file": "wall.png"}"#), &help);
    folder.done("check graph.json");
}

#[test]
fn nothing_outside_the_folder_is_read() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("inside")).unwrap();
    folder.write("wall.png", PNG);
    for path in ["../wall.png", "a/../../wall.png"] {
        folder.write("inside/image.json", file(path, SHA256));
        let ran = folder.run("check inside/image.json");
        assert_eq!(ran.code, 3);
        assert!(ran.stdout.contains("leaves the folder of the document"), "{}", ran.stdout);
    }
    let absolute = folder.path("wall.png").display().to_string();
    let relative = "is not relative to the folder of the document";
    for (path, problem) in [
        (absolute.as_str(), relative),
        ("C:/wall.png", relative),
        ("c:wall.png", relative),
        (r"\\wall.png", relative),
        (r"..\\wall.png", "has a backslash in it"),
    ] {
        folder.write("inside/image.json", file(path, SHA256));
        let ran = folder.run("check inside/image.json");
        assert_eq!(ran.code, 3);
        assert!(ran.stdout.contains(problem), "{}", ran.stdout);
    }
}

#[cfg(unix)]
#[test]
fn links_stay_inside_and_pipes_are_not_opened() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("inside/deep")).unwrap();
    folder.write("wall.png", PNG);
    folder.write("inside/deep/wall.png", PNG);
    symlink("../wall.png", folder.path("inside/out.png")).unwrap();
    symlink("deep/wall.png", folder.path("inside/in.png")).unwrap();
    symlink("/dev/zero", folder.path("inside/zero.png")).unwrap();
    let check = |path: &str| {
        folder.write("inside/image.json", file(path, SHA256));
        folder.run("check inside/image.json")
    };
    assert_eq!(check("in.png").code, 0);
    for path in ["out.png", "zero.png"] {
        let ran = check(path);
        assert_eq!(ran.code, 3);
        assert!(ran.stdout.contains("a symbolic link leads out of the folder of the document"), "{}", ran.stdout);
    }
    let ran = check("deep");
    assert!(ran.code == 3 && ran.stdout.contains("it is not a regular file"), "{}", ran.stdout);
    std::process::Command::new("mkfifo").arg(folder.path("inside/pipe.png")).status().unwrap();
    let ran = check("pipe.png");
    assert!(ran.code == 3 && ran.stdout.contains("it is not a regular file"), "{}", ran.stdout);
}

/// A PNG of 60,000 x 60,000 texels would need 3.6 GB and more.
#[test]
fn bombs_and_damaged_files_are_refused() {
    let folder = Folder::new();
    assert_refused(
        &folder,
        graph(
            r#"{"data": "iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAAAAACluSqeAAALcklEQVR42u3BgQAAAADDoPlTn+AGVQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADwDyZUAAWaWg48AAAAASUVORK5CYII="}"#,
        ),
        "error: the image `wall` has 60000 x 60000 texels\n  /images/wall/data; expected at most 67108864 texels, and \
         at most 32768 along a side",
    );
    assert_refused(
        &folder,
        graph(
            r#"{"data": "iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAAAAACpleexAAAGXklEQVR42o3B+1MSBhwA8C8IhqhBgogiRMprpA6cb3GSh4ZoPhaEoW2E1IVTRMtELbWm01M28ZkzbVZjiS0tDx9z+dhKdJtePtpOmjWcWWk39bRa66f9C/t8AP43BNIBhXbchXHCOru47sbh97gRiO4kD7KnF8WbSttL3+fjy2Cy2ABIlCMG67Ib70Ykkb28aXQfBovD9QvgBQaFhEUIPhTGiOLEksQkAAdHJxecmzuZQtvHYHP9eR+EhAuiY2LFCUmpUrnimDLzpCY7N78AAIVxwRPJ3nQGx48XFCYQisSJKdK0DKX6VLbujP5ceUW1wdjU2g6AxuKInjRfjn9gqOBAXEKKTPGJWqM9rT9/scpQ33K509Tda/l+9B6Ao4sbmcbg8kIEMeIkqUJ5MjtfX1pRY2xpv9bVYxket07PLz55ug6wa7e7ty+XHxYdd0iartLoCksrDY1tV7t6B0bu/zpvsz/feI3A4EgAGDyZzuGFCcUpacpTOn15tbG1s+v20PjU7KL9xdZbtKs7lekfHAXg5EZh+IdEi1MVmdkFpVXGr67dtIxYHywur+8gsARvZkCoMP6jdDUAlkjjBAriUhRqrf6ioaWz2zI6Nb/0bOudE4HK5kfGJh/NzCm8UAvgTNrnFxpzKC1TW1RR12a6/YN1bun5NtKV7BsQLkpWnNCVfF7ffqMPwIXM4AnEUmW2vsLY3mUZn158uoVw9WTyo+Jlx3OKKus7zP0/ztgAXL3YQQeS0k8VXKxrNw/cm328/o8TyZcXJZGr80prW019Y9O2ZztogN3e3LA4qUpXamjrGrg/b99A4Kj7ww/KMvPKvrhsHpxYWN5E4ml+ADiavyBBodFXtZgs9+aXt1AEH74w+eOcc7Vt5qHJ31dfYTxYwaLDAHg6T5ii1JUbO2+Pz9q30O7M4FjZiYLKZlP/xG+rr7Fe3AiJIqsYYI/PByLZycLqr7p/mH68gXJnhYqPZpUYOnrGZpe3MZ7cyMRj2jLjVQA3RohYkV1qvGaxLq4jCMzQ+PScsvrr/ZO2l0giK0ySoS1v+GZgCoDACk/8JL+y9ebo3NN/"}"#,
        ),
        "the image `wall` is a PNG file that cannot be decoded: ",
    );
    assert_refused(
        &folder,
        graph(r#"{"data": "R0lGODlh"}"#),
        "the image `wall` is not a PNG, JPEG, OpenEXR, TIFF, WebP, Radiance, NRRD or DF3 file",
    );
}

#[test]
fn commands_that_change_or_compare_graphs_read_images_too() {
    let folder = Folder::new();
    folder.write("graphs/wall.png", PNG);
    folder.write("graphs/image.json", file("wall.png", SHA256));
    folder.done("group add graphs/image.json planks");
    folder.write("graphs/other.json", graph(r#"{"data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg=="}"#));
    let ran = folder.run("diff graphs/image.json graphs/other.json --pictures out --size 4");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""), "{}", ran.stdout);
    assert_eq!(folder.read("out/before.png").len(), folder.read("out/after.png").len());
}

#[test]
fn a_graph_from_standard_input_has_no_folder() {
    let folder = Folder::new();
    folder.write("wall.png", PNG);
    let ran = folder.run_with("check -", file("wall.png", SHA256));
    assert_eq!(ran.code, 3);
    assert!(ran.stdout.contains("the file `wall.png` of the image `wall` is not loaded"), "{}", ran.stdout);
}

/// A height of 16 bits is marked as linear, and a detached header is read with its numbers.
#[test]
fn what_travertine_writes_comes_back() {
    let folder = Folder::new();
    folder.write(
        "height.json",
        r#"{"format": "travertine", "version": 1,
            "nodes": {"half": {"type": "input/float", "inputs": {"value": 0.508}}}, "outputs": {"height": {"node": "half"}}}"#,
    );
    folder.write("points.csv", "0.3,0.3\n");
    folder.done("render height.json --size 4 --bits 16 -o height.png");
    let digest = |ran: &Ran| {
        let (_, digest) = ran.stdout.split_once("\"sha256\": \"").unwrap_or_else(|| panic!("{ran:?}"));
        digest[..64].to_owned()
    };
    folder.write("image.json", graph(r#"{"file": "height.png"}"#));
    let digest_of_height = digest(&folder.run("check image.json"));
    folder.write("image.json", file("height.png", &digest_of_height));
    let said = folder.done("sample image.json --points points.csv");
    assert!(said.contains("0.508"), "{said}");

    let volume = |sha256: &str| {
        file("block.nhdr", sha256)
            .replace("input/image", "input/volume")
            .replace(r#""image": "wall""#, r#""volume": "wall""#)
    };
    folder.write(
        "block.nhdr",
        "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 1\nencoding: raw\ndata file: block.raw\n",
    );
    folder.write("block.raw", [51]);
    folder.write("volume.json", volume("").replace(r#", "sha256": """#, ""));
    let digest_of_both = digest(&folder.run("check volume.json"));
    folder.write("volume.json", volume(&digest_of_both));
    let said = folder.done("sample volume.json --points points.csv");
    assert!(said.contains("0.2"), "{said}");
    // The digest is that of the numbers, too.
    folder.write("block.raw", [52]);
    assert_eq!(folder.run("check volume.json").code, 3);
}

/// The numbers that a detached header names are read with it, so no command replaces them, and a change of them is a
/// change.
#[test]
fn numbers_beside_a_header_are_inputs() {
    let folder = Folder::new();
    let header = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 1\nencoding: raw\n";
    folder.write("smoke.nhdr", format!("{header}data file: smoke.raw\n"));
    folder.write("smoke.raw", [51]);
    let digest: String = sha2::Sha256::digest([format!("{header}\n").as_bytes(), &[51]].concat())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let volume = file("smoke.nhdr", &digest)
        .replace("input/image", "input/volume")
        .replace(r#""image": "wall""#, r#""volume": "wall""#);
    folder.write("new.json", volume);
    folder.fails("volume new.json --size 1x1x1 -o smoke.raw", 2, &["smoke.raw"]);
    assert_eq!(folder.read("smoke.raw"), [51]);
    folder.write(
        "a.build.json",
        r#"{"format": "travertine-build", "version": 1,
            "targets": {"smoke": {"make": "render", "graph": "new.json", "to": "smoke.png", "size": 2}}}"#,
    );
    folder.done("build a.build.json");
    folder.done("build a.build.json --check");
    folder.write("smoke.raw", [52]);
    let ran = folder.run("build a.build.json --check");
    assert_eq!(ran.code, 1, "{ran:?}");
}
