//! Tests of `travertine variations`.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use travertine::stages::graph::json::{Value, parse};

use crate::kills::kill_and_continue;
use crate::pictures::png;
use crate::support::{Folder, binary};

/// The files of a sheet's folder, without temporary files.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in [folder.to_owned(), folder.join("cells")] {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_file() && !name.starts_with('.') {
                files.push((name, fs::read(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_picture_can_be_rendered_again() {
    let folder = Folder::new();
    folder.done(
        "variations graph.json --seeds 3..5 --sweep cells=2:7:2 --param layers=3 --set noise.persistence=0.7 \
         --size 40x24 --plane xz --depth -0.5 --time 2 --region -1,0,2,1.5 --bits 16 --samples 4 -o out",
    );
    let manifest = Value::from(parse(&folder.read("out/manifest.json")).unwrap().root);
    let Some(Value::List(cells)) = manifest.get("cells") else { panic!("{manifest}") };
    assert_eq!((cells.len(), manifest.get("columns")), (6, Some(&Value::from(2))));
    // The graph may change or be deleted.
    fs::remove_file(folder.path("graph.json")).unwrap();
    for (index, cell) in cells.iter().enumerate() {
        let text = |name: &str| cell.get(name).and_then(Value::as_text).unwrap();
        let picture = folder.read(&format!("out/{}", text("file")));
        folder.done(&format!("cell out/manifest.json {index} -o again.png"));
        assert!(png(&folder.read("again.png")) == png(&picture), "{index}");
        // The command in the manifest gives the same picture, in the sheet's folder.
        let Some(Value::List(arguments)) = cell.get("arguments") else { panic!("{cell}") };
        let arguments = arguments.iter().map(|argument| argument.as_text().unwrap());
        let arguments = arguments.map(|word| if word == text("file") { "../again.png" } else { word });
        let ran = Command::new(binary()).args(arguments).current_dir(folder.path("out")).status().unwrap();
        assert!(ran.success() && png(&folder.read("again.png")) == png(&picture), "{index}");
    }
    let values = cells[3].get("values").unwrap();
    assert_eq!(values.get("seed").and_then(Value::as_text), Some("4"));
    assert_eq!(values.get("cells").and_then(Value::as_text), Some("7"));
    folder.done("cell out/manifest.json 3 --size 80x48");
    assert_eq!(png(&folder.read("cell-0003.png")).0.width, 80);
    folder.fails("variations out/manifest.json --cell 6", 2, &["no cell 6", "0 to 5"]);
}

#[test]
fn parameter_names_may_contain_equals_signs() {
    let folder = Folder::new();
    folder.write(
        "odd.json",
        crate::support::GRAPH.replace("\"cells\"", "\"cells=a\"").replace("\"layers\"", "\"cells\""),
    );
    folder.done("variations odd.json --sweep cells=a=2:7:2 --param cells=3 --size 24 -o out");
    for cell in ["0", "1"] {
        folder.done(&format!("cell out/manifest.json {cell} -o again.png"));
        let again = png(&folder.read("again.png"));
        assert!(again == png(&folder.read(&format!("out/cells/000{cell}.png"))), "{cell}");
    }
    folder.done("render odd.json --size 24 --param cells=a=7 --param cells=3 -o alone.png");
    assert!(png(&folder.read("alone.png")) == png(&folder.read("again.png")));
}

#[test]
fn sheets_match_the_golden_picture() {
    let folder = Folder::new();
    folder.done("variations graph.json --seeds 1..2 --sweep cells=1.5:8:3 --size 96 -o out");
    let found = folder.read("out/sheet.png");
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/sheet.png");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&golden, &found).unwrap();
    }
    assert!(png(&found) == png(&fs::read(golden).unwrap()), "review the sheet, and bless it with BLESS=1");
    // The sheet shows pictures unchanged.
    let (sheet, first) = (png(&found).0, png(&folder.read("out/cells/0000.png")).0);
    let corners = (0..sheet.height - 96).flat_map(|y| (0..sheet.width - 96).map(move |x| (x, y)));
    let mut corners = corners.filter(|(x, y)| sheet.crop(*x, *y, 96, 1).data == first.crop(0, 0, 96, 1).data);
    let (x, y) = corners.next().unwrap();
    assert!(sheet.crop(x, y, 96, 96) == first);
}

#[test]
fn existing_pictures_are_reused_and_foreign_files_stay() {
    let folder = Folder::new();
    let command = "variations graph.json --seeds 0..3 --size 16 -o out";
    folder.done(command);
    let before = files(&folder.path("out"));
    assert_eq!(before.len(), 4 + 3);
    fs::remove_file(folder.path("out/cells/0002.png")).unwrap();
    fs::remove_file(folder.path("out/sheet.png")).unwrap();
    let ran = folder.run(command);
    assert!(ran.code == 0 && ran.stderr.contains("reused 3 existing pictures"), "{ran:?}");
    assert!(files(&folder.path("out")) == before);
    // Other variations replace them.
    assert_eq!(folder.run("variations graph.json --seeds 4..7 --size 16 -o out").code, 0);
    assert!(files(&folder.path("out")) != before);
    // A folder with other files is refused.
    folder.write("mine/cells/0000.png", "a picture of a cat");
    let command = "variations graph.json --seeds 0..3 --size 16 -o mine";
    folder.fails(command, 5, &["mine contains other files", "--overwrite"]);
    assert_eq!(fs::read_dir(folder.path("mine")).unwrap().count(), 1);
    assert_eq!(folder.run(&format!("{command} --overwrite")).code, 0);
    assert!(files(&folder.path("mine")) == before);
    // A run that was killed early leaves only folders.
    fs::create_dir_all(folder.path("begun/cells")).unwrap();
    folder.done("variations graph.json --seeds 0..3 --size 16 -o begun");
    assert!(files(&folder.path("begun")) == before);
}

#[test]
fn killed_variations_continue_to_the_same_bytes() {
    let command = "variations graph.json --seeds 0..63 --size 64 -o out";
    let kills = kill_and_continue(Folder::new, &[command], true, "reused");
    assert!(kills.are_enough(4, 4), "{kills:?}");
}

#[test]
fn a_folder_of_another_running_process_is_refused() {
    let folder = Folder::new();
    let command = "variations graph.json --seeds 0..1 --size 8 -o out";
    folder.write("out/.travertine-lock", "");
    let lock = File::open(folder.path("out/.travertine-lock")).unwrap();
    lock.lock().unwrap();
    folder.fails(command, 5, &["out is being written by another process"]);
    assert_eq!(files(&folder.path("out")), []);
    // The other process was killed.
    lock.unlock().unwrap();
    folder.done(command);
    assert!(files(&folder.path("out")).len() == 5 && !folder.path("out/.travertine-lock").exists());
}

#[test]
fn errors_have_codes_and_leave_nothing() {
    let folder = Folder::new();
    folder.write("no.json", "{}");
    for (arguments, code, said) in [
        ("graph.json", 2, "nothing varies"),
        ("graph.json --sweep cells", 2, "vein_scale=1:8"),
        ("graph.json --sweep cell=1:8", 2, "`cells`"),
        ("graph.json --sweep cells=1:99", 2, "32"),
        ("graph.json --sweep cells=1:2 --sweep cells=3:4", 2, "--sweep sets `cells` several times"),
        ("graph.json --seeds 0..9999 --sweep cells=1:2", 4, "80,000 pictures exceed the limit"),
        ("graph.json --seeds 0..4000000000", 4, "exceed the limit"),
        ("graph.json --seeds 0..3 --output colour", 2, "`color`"),
        ("graph.json --seeds 0..0 --size 1x300000 --samples 16", 4, "too large"),
        ("graph.json --seeds 0..99 --size 100000 --columns 100", 4, "the sheet would have"),
        ("graph.json --seeds 0..0 --size 3000 --memory 20M", 4, "the sheet needs about"),
        ("graph.json --seeds 0..3 --work 1M", 4, "operations"),
        ("graph.json --seeds 0..3 -o graph.json", 5, "graph.json cannot be written"),
        ("graph.json --cell 3", 3, "is not a manifest"),
        ("no.json --cell 3", 3, "is not a manifest"),
        ("gone.json --cell 3", 5, "no such file"),
        ("graph.json --cell 3 --seeds 1..2", 2, "cannot be used with"),
    ] {
        folder.fails(&format!("variations {arguments}"), code, &[said]);
    }
    assert_eq!(folder.names(), ["graph.json", "no.json"]);
    #[cfg(unix)]
    folder.fails("variations /dev/zero --cell 3", 3, &["too large"]);
    folder.done("variations graph.json --sweep layers=1:4");
    assert_eq!(folder.names(), ["graph-variations", "graph.json", "no.json"]);
    assert_eq!(fs::read_dir(folder.path("graph-variations/cells")).unwrap().count(), 4);
}

#[test]
fn contradictory_flags_and_file_names_are_refused() {
    let folder = Folder::new();
    let command = "variations graph.json --sweep cells=2:4:2 --size 8";
    folder.fails(&format!("{command} --param cells=7 -o out"), 2, &["`cells`", "--param", "--sweep"]);
    folder.fails(&format!("{command} -o sheet.png"), 2, &["sheet.png", "has the name of a file"]);
    assert_eq!(folder.names(), ["graph.json"]);
}
