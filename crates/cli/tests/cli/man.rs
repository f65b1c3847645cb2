//! Tests of `travertine man`.

use crate::support::Folder;

#[test]
fn every_command_has_a_page() {
    let folder = Folder::new();
    folder.done("man --all pages");
    let help = folder.done("--help");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands = commands.filter_map(|line| line.split_whitespace().next());
    for command in commands.filter(|name| *name != "help") {
        let page = String::from_utf8(folder.read(&format!("pages/travertine-{command}.1"))).unwrap();
        assert!(page.contains(&format!(".TH travertine-{command} 1")), "{command}");
        // The version is at the foot of the page. Examples keep their lines.
        assert!(page.contains(concat!("travertine ", env!("CARGO_PKG_VERSION"), "\"")), "{command}");
        let examples = page.split(".SH EXAMPLES\n.nf\n  travertine").nth(1);
        assert!(examples.is_some_and(|rest| rest.contains("\n.fi")), "{command}");
        assert!(!page.contains("EXTRA") && !page.contains("Examples:"), "{command}");
        assert_eq!(folder.done(&format!("man {command}")), page, "{command}");
    }
    assert!(folder.path("pages/travertine-group-add.1").exists());
    assert_eq!(folder.done("man").into_bytes(), folder.read("pages/travertine.1"));
    let main = String::from_utf8(folder.read("pages/travertine.1")).unwrap();
    assert!(main.contains("\n.SH \"EXIT CODES\"\n.nf\n  0  success\n"), "{main}");
    let render = folder.done("man render");
    assert!(
        render.contains(
            "\n  travertine render rusty\\-paint.json \\-\\-output all \\-o \\(aq{graph}_{output}.exr\\(aq\n"
        )
    );
    let ran = folder.run("man paint");
    assert_eq!((ran.code, ran.stderr.contains("there is no command `paint`")), (2, true), "{ran:?}");
}
