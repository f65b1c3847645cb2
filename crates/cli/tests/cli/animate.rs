//! Tests of `travertine animate`.

use std::fs::{self, File};
use std::io::Cursor;
use std::process::Command;

use crate::kills::kill_and_continue;
use crate::pictures::{exr, png};
use crate::support::Folder;

/// Drifting clouds over waves: both change with time.
const MOVING: &str = r##"{
  "format": "travertine",
  "version": 1,
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 3, "dimensions": 4, "seed": 5}},
    "place": {"type": "input/position"},
    "waves": {
      "type": "math/sine",
      "inputs": {"value": {"node": "place", "output": "time"}, "frequency": 0.8}
    },
    "sum": {"type": "math/add", "inputs": {"a": {"node": "noise"}, "b": {"node": "waves"}}},
    "ramp": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "sum"},
        "ramp": {"stops": [{"position": 0, "color": "#203050"}, {"position": 1, "color": "#f4e0c0"}]}
      }
    },
    "askew": {"type": "noise/simplex", "inputs": {"dimensions": 4}}
  },
  "outputs": {
    "color": {"node": "ramp", "output": "color"},
    "height": {"node": "noise"},
    "askew": {"node": "askew"}
  }
}
"##;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("moving.json", MOVING);
    folder
}

/// The frames of an APNG as bytes, with their durations in seconds.
fn apng(file: &[u8]) -> Vec<(Vec<u8>, f64)> {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let count = reader.info().animation_control.unwrap().num_frames;
    (0..count)
        .map(|_| {
            let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut bytes).unwrap();
            let shown = reader.info().frame_control.unwrap();
            (bytes, f64::from(shown.delay_num) / f64::from(shown.delay_den))
        })
        .collect()
}

/// The mean difference between two pictures.
fn difference(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.len() as f64
}

#[test]
fn frames_equal_renders_at_their_times() {
    let folder = folder();
    folder.done("animate moving.json --frames 3..5 --fps 10 --size 32 -o f_%03d.png");
    assert_eq!(folder.names(), ["f_003.png", "f_004.png", "f_005.png", "graph.json", "moving.json"]);
    folder.done("render moving.json --time 0.4 --size 32 -o still.png");
    assert_eq!(png(&folder.read("f_004.png")), png(&folder.read("still.png")));

    folder.done("animate moving.json --frames 4..4 --fps 10 --size 64 --crop 8,8,16,4 --output height -o %d.exr");
    folder.done("render moving.json --time 0.4 --size 64 --crop 8,8,16,4 --output height -o still.exr");
    assert_eq!(exr(&folder.read("4.exr")), exr(&folder.read("still.exr")));
}

#[test]
fn files_hold_all_frames_with_their_durations() {
    let folder = folder();
    for name in ["a.apng", "a.gif", "a.webp"] {
        folder.done(&format!("animate moving.json --frames 0..6 --fps 12 --size 24x16 -o {name}"));
    }
    let frames = apng(&folder.read("a.apng"));
    assert_eq!(frames.len(), 7);
    assert!(frames.iter().all(|(_, shown)| *shown == 1.0 / 12.0));
    folder.done("animate moving.json --frames 0..6 --fps 12 --size 24x16 -o %d.png");
    let stills: Vec<Vec<u8>> = (0..7)
        .map(|frame| png(&folder.read(&format!("{frame}.png"))).0.data.iter().map(|level| *level as u8).collect())
        .collect();
    assert!(frames.iter().zip(&stills).all(|((frame, _), still)| frame == still));

    let file = folder.read("a.webp");
    let mut webp = image_webp::WebPDecoder::new(Cursor::new(&file)).unwrap();
    assert_eq!((webp.dimensions(), webp.num_frames(), webp.has_alpha()), ((24, 16), 7, false));
    assert_eq!(webp.loop_count(), image_webp::LoopCount::Forever);
    let mut milliseconds = 0;
    for still in &stills {
        let mut frame = vec![0; 24 * 16 * 3];
        milliseconds += webp.read_frame(&mut frame).unwrap();
        assert_eq!(&frame, still);
    }
    assert_eq!(milliseconds, 583);

    let file = folder.read("a.gif");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut gif = options.read_info(Cursor::new(&file)).unwrap();
    let mut hundredths = 0;
    for still in &stills {
        let frame = gif.read_next_frame().unwrap().unwrap();
        hundredths += frame.delay;
        let frame: Vec<u8> = frame.buffer.chunks_exact(4).flat_map(|pixel| pixel[..3].to_vec()).collect();
        let difference = difference(&frame, still);
        assert!(difference < 3.0, "{difference}");
    }
    assert_eq!(hundredths, 58);
    assert!(gif.read_next_frame().unwrap().is_none() && gif.repeat() == gif::Repeat::Infinite);
}

#[test]
fn the_last_frame_of_a_loop_continues_into_the_first() {
    let folder = folder();
    let ran = folder.run("animate moving.json --frames 5..28 --fps 12 --loop --size 32 -o a.apng");
    assert_eq!(ran.code, 0, "{ran:?}");
    for flag in ["--set=noise.periodic=true", "--set=noise.period_time=2", "--set=waves.frequency=1"] {
        assert!(ran.stderr.contains(flag), "{flag} is not in {}", ran.stderr);
    }
    let frames: Vec<Vec<u8>> = apng(&folder.read("a.apng")).into_iter().map(|(frame, _)| frame).collect();
    let greatest = frames.windows(2).map(|pair| difference(&pair[0], &pair[1])).fold(0.0, f64::max);
    let jump = difference(&frames[23], &frames[0]);
    assert!(jump <= greatest, "{jump} from the last to the first, {greatest} between neighbors");
    assert!(jump > 0.5, "{jump}");

    // Without --loop, the same animation jumps.
    folder.done("animate moving.json --frames 5..28 --fps 12 --size 32 -o b.apng");
    let frames: Vec<Vec<u8>> = apng(&folder.read("b.apng")).into_iter().map(|(frame, _)| frame).collect();
    let greatest = frames.windows(2).map(|pair| difference(&pair[0], &pair[1])).fold(0.0, f64::max);
    assert!(difference(&frames[23], &frames[0]) > 2.0 * greatest);

    // One period later, the picture has the same bits.
    folder.run("animate moving.json --frames 0..15 --fps 8 --loop=4 --size 16 --output height -o %d.exr");
    folder.run("animate moving.json --frames 16..31 --fps 8 --loop=4 --size 16 --output height -o %d.exr");
    assert!(exr(&folder.read("7.exr")) == exr(&folder.read("23.exr")));
    assert!(exr(&folder.read("7.exr")) != exr(&folder.read("8.exr")));
}

#[test]
fn nodes_that_cannot_loop_are_named() {
    let folder = folder();
    let said = ["`askew` does not loop with a period of 2", "noise/simplex", "no tried value"];
    folder.fails("animate moving.json --frames 0..47 --loop --output askew -o a.gif", 1, &said);
    assert_eq!(folder.names(), ["graph.json", "moving.json"]);
    // Time is stretched to a whole period, with a note.
    let ran = folder.run("animate moving.json --frames 0..29 --loop --size 8 --output height -o a.gif");
    assert!(ran.code == 0 && ran.stderr.contains("time advances by 1 in 1.25 s"), "{ran:?}");
    let ran = folder.run("animate graph.json --frames 0..1 --loop --size 8 -o a.gif");
    let said = "`color` does not change with time";
    assert!(ran.code == 0 && ran.stderr.contains(said), "{ran:?}");
    assert!(ran.stderr.contains("--set=noise.dimensions=4"), "{ran:?}");
}

#[test]
fn existing_frames_are_reused_and_foreign_files_are_refused() {
    let folder = folder();
    let command = "animate moving.json --frames 0..3 --fps 4 --size 16 -o %d.png";
    folder.done(command);
    let before: Vec<Vec<u8>> = (0..4).map(|frame| folder.read(&format!("{frame}.png"))).collect();
    fs::remove_file(folder.path("2.png")).unwrap();
    let ran = folder.run(command);
    assert!(ran.code == 0 && ran.stderr.contains("reused 3 existing frames"), "{ran:?}");
    for (frame, before) in before.iter().enumerate() {
        assert_eq!(&folder.read(&format!("{frame}.png")), before);
    }
    let floats = "animate moving.json --frames 0..1 --size 16 -o %d.exr";
    folder.done(floats);
    let ran = folder.run(floats);
    assert!(ran.code == 0 && ran.stderr.contains("reused 2 existing frames"), "{ran:?}");
    // Another seed is another animation.
    let ran = folder.run(&format!("{command} --seed 4"));
    assert!(ran.code == 0 && ran.stderr.contains("replaced 4 frames of another command"), "{ran:?}");
    assert_ne!(folder.read("0.png"), before[0]);
    // A foreign file stays.
    folder.write("1.png", "a picture of a cat");
    folder.fails(command, 5, &["1.png already exists", "--overwrite"]);
    assert_eq!(folder.read("1.png"), b"a picture of a cat");
    assert_ne!(folder.read("0.png"), before[0], "no frame is rendered");
    assert_eq!(folder.run(&format!("{command} --overwrite")).code, 0);
    assert_eq!(folder.read("1.png"), before[1]);
}

#[test]
#[cfg(unix)]
fn pipes_named_like_frames_are_refused_without_waiting() {
    let folder = folder();
    assert!(Command::new("mkfifo").arg(folder.path("1.png")).status().unwrap().success());
    folder.fails("animate moving.json --frames 0..2 --size 8 -o %d.png", 5, &["1.png", "not a regular file"]);
    assert_eq!(folder.names(), ["1.png", "graph.json", "moving.json"]);
}

#[test]
fn errors_have_codes_and_messages() {
    let folder = folder();
    for (arguments, code, said) in [
        ("--frames 0..3 -o a.png", 2, "no place for the number"),
        ("--frames 0..3 -o %d_%d.png", 2, "more than one place"),
        ("--frames 0..3 -o %s.exr", 2, "neither %d nor"),
        ("--frames 0..3 -o f_%é.png", 2, "neither %d nor"),
        ("--frames 2..3 --fps 30 -o a.mp4", 2, "ffmpeg -framerate 30 -start_number 2 -i a_%04d.png"),
        ("--frames 0..3 -o a.avif", 2, ".apng, .gif or .webp"),
        ("--frames 0..3 -o a", 2, ".apng, .gif or .webp"),
        ("--frames 4..3 -o a.gif", 2, "A..B with A <= B"),
        ("--frames 0..3 --fps 0 -o a.gif", 2, "0.1 to 1000 frames per second"),
        ("--frames 0..3 --fps nan -o a.gif", 2, "0.1 to 1000 frames per second"),
        ("--frames 0..3 --fps -24 -o a.gif", 2, "0.1 to 1000 frames per second"),
        ("--frames 0..3 --fps 60 -o a.gif", 2, "at most 50 frames per second of .gif"),
        ("--frames 0..3 --bits 16 -o a.webp", 2, "a .webp has 8 bits"),
        ("--frames 0..3 --bits 16 -o %d.exr", 2, "--bits and --encoding need a .png"),
        ("--frames 0..4000000000 -o %d.png", 4, "an animation may have 1000000"),
        ("--frames 0..99999 --size 16384 -o a.apng", 4, "trillion operations"),
        ("--frames 0..99999 --size 16384 -o %d.png", 4, "trillion operations"),
        ("--frames 0..3 --size 70000x1 -o a.gif", 4, "at most 65535 pixels"),
        ("--frames 0..3 --size 1x16385 -o a.webp", 4, "at most 16384 pixels"),
        ("--frames 0..3 --loop=0 -o a.webp", 2, "--loop"),
        ("--frames 0..3 -o no/%d.png", 5, "no such file or folder"),
    ] {
        folder.fails(&format!("animate moving.json {arguments}"), code, &[said]);
    }
    assert_eq!(folder.names(), ["graph.json", "moving.json"]);
}

#[test]
fn killed_frame_sequences_continue_to_the_same_bytes() {
    let command = "animate moving.json --frames 0..11 --size 96 -o f%02d.png";
    let kills = kill_and_continue(folder, &[command], true, "reused");
    assert!(kills.are_enough(4, 4), "{kills:?}");
}

#[test]
fn killed_animations_continue_to_the_same_bytes() {
    let commands =
        ["a.apng", "a.gif", "a.webp"].map(|name| format!("animate moving.json --frames 0..11 --size 96 -o {name}"));
    let commands = commands.each_ref().map(String::as_str);
    let kills = kill_and_continue(folder, &commands, false, "reused");
    assert!(kills.are_enough(4, 4), "{kills:?}");
}

#[test]
fn frames_that_another_process_writes_are_refused() {
    let folder = Folder::new();
    folder.write("f_%d.png.part/.travertine-part", "");
    let lock = File::open(folder.path("f_%d.png.part/.travertine-part")).unwrap();
    lock.lock().unwrap();
    let names = folder.names();
    // Two patterns of one animation that differ only in the number of digits.
    for pattern in ["f_%d.png", "f_%04d.png"] {
        let command = format!("animate graph.json --frames 0..1 --size 8 -o {pattern}");
        folder.fails(&command, 5, &["f_%d.png is being written by another process"]);
    }
    assert_eq!(folder.names(), names);
    assert_eq!(folder.run("animate graph.json --frames 0..1 --size 8 -o g_%d.png").code, 0);
    // The process was killed.
    lock.unlock().unwrap();
    assert_eq!(folder.run("animate graph.json --frames 0..1 --size 8 -o f_%d.png").code, 0);
    assert_eq!(folder.names(), ["f_0.png", "f_1.png", "g_0.png", "g_1.png", "graph.json"]);
}

#[test]
fn animations_never_use_frames_of_another_animation() {
    let folder = folder();
    let animate = |flags: &str| format!("animate moving.json -o a.apng {flags}");
    let left = || {
        let mut child = folder.start(&animate("--frames 0..29 --size 64"));
        let frames = || fs::read_dir(folder.path("a.apng.part/frames")).map_or(0, Iterator::count);
        // A frame is finished when the next one starts.
        while frames() < 2 && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(frames() > 1 && !folder.path("a.apng").exists());
    };
    for flags in [
        "--frames 0..1 --size 64",
        "--frames 0..29 --size 8",
        "--frames 0..29 --size 8 --fps 12",
        "--frames 0..29 --size 64 --crop 0,0,4,4",
        "--frames 0..29 --size 64 --crop 0,0,4,4 --bits 16",
    ] {
        folder.done(&animate(flags));
        let expected = folder.read("a.apng");
        fs::remove_file(folder.path("a.apng")).unwrap();
        left();
        folder.done(&animate(flags));
        assert!(folder.read("a.apng") == expected, "{flags}");
        fs::remove_file(folder.path("a.apng")).unwrap();
    }
    left();
    let ran = folder.run(&animate("--frames 0..29 --size 64 --threads 1 --simd scalar"));
    assert!(ran.code == 0 && ran.stderr.contains("reused"), "threads and levels do not matter: {ran:?}");
    assert_eq!(folder.names(), ["a.apng", "graph.json", "moving.json"]);
}

#[test]
fn transparency_is_preserved() {
    let folder = folder();
    folder.write("holes.json", MOVING.replace("\"#203050\"", "[0.1, 0.2, 0.3, 0]"));
    for name in ["a.gif", "a.webp", "a.apng"] {
        folder.done(&format!("animate holes.json --frames 0..1 --size 16 -o {name}"));
    }
    let file = folder.read("a.webp");
    assert!(image_webp::WebPDecoder::new(Cursor::new(&file)).unwrap().has_alpha());
    let file = folder.read("a.gif");
    let mut gif = gif::DecodeOptions::new().read_info(Cursor::new(&file)).unwrap();
    let frame = gif.read_next_frame().unwrap().unwrap();
    assert!(frame.transparent.is_some_and(|none| frame.buffer.contains(&none)));
    assert!(apng(&folder.read("a.apng"))[0].0.chunks_exact(4).any(|pixel| pixel[3] < 128));
}

#[test]
fn periods_are_whole_numbers() {
    for period in ["0.37", "0", "4097"] {
        let command = format!("animate moving.json --frames 0..1 --size 8 --loop={period} -o out.gif");
        folder().fails(&command, 2, &["expected a whole number from 1 to 4096"]);
    }
}
