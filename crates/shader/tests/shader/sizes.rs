//! Sizes of exact shaders, which decide how long drivers compile: none grows by a tenth without its row of
//! `docs/performance/gpu.md`.

use std::collections::HashMap;
use std::path::Path;

use naga::{Block, Function, Handle, Module, Statement};
use travertine::Texture;
use travertine_shader::{Options, Tier, WholeShader};

/// The expressions of a function if each call is replaced by what it calls, as drivers do.
fn inlined(module: &Module, function: &Function, known: &mut HashMap<Handle<Function>, usize>) -> usize {
    function.expressions.len() + in_block(module, &function.body, known)
}

fn in_block(module: &Module, block: &Block, known: &mut HashMap<Handle<Function>, usize>) -> usize {
    let mut size = 0;
    for statement in block {
        size += match statement {
            Statement::Call { function, .. } => match known.get(function) {
                Some(size) => *size,
                None => {
                    let size = inlined(module, &module.functions[*function], known);
                    known.insert(*function, size);
                    size
                }
            },
            Statement::Block(block) => in_block(module, block, known),
            Statement::If { accept, reject, .. } => in_block(module, accept, known) + in_block(module, reject, known),
            Statement::Switch { cases, .. } => cases.iter().map(|case| in_block(module, &case.body, known)).sum(),
            Statement::Loop { body, continuing, .. } => {
                in_block(module, body, known) + in_block(module, continuing, known)
            }
            _ => 0,
        };
    }
    size
}

#[test]
fn shaders_do_not_grow_unseen() {
    let page = include_str!("../../../../docs/performance/gpu.md");
    for name in ["agate", "marble", "brick-wall", "cherry-wood"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../graphs/{name}.json"));
        let texture = Texture::open(path).unwrap();
        let outputs: Vec<&str> = texture.outputs().collect();
        let options = Options { tier: Tier::Exact, textures: true, ..Options::default() };
        let shader = WholeShader::new(&texture, &outputs, &options).unwrap();
        let text = shader.wgsl().unwrap();
        let module = naga::front::wgsl::parse_str(&text).unwrap();
        let function = shader.function().name.as_str();
        let function = module.functions.iter().find(|(_, known)| known.name.as_deref() == Some(function)).unwrap().1;
        let size = [text.len() / 1000, inlined(&module, function, &mut HashMap::new()) / 1000];
        let row = format!("| {name} | {} | {} |", size[0], size[1]);
        println!("{row}");
        let start = format!("| {name} | ");
        let rows = page.lines().filter_map(|line| line.strip_prefix(&start));
        let mut listed = rows.filter_map(|row| {
            let cells: Vec<usize> = row.split('|').map_while(|cell| cell.trim().parse().ok()).collect();
            <[usize; 2]>::try_from(cells).ok()
        });
        let listed = listed.next().unwrap_or_else(|| panic!("docs/performance/gpu.md lacks the row {row}"));
        assert!(
            size.iter().zip(listed).all(|(size, listed)| *size * 10 <= listed * 11),
            "the shader has grown by more than a tenth; if that is worth it, change its row to {row}"
        );
    }
}
