//! Checks that the files of each crate do not import each other in cycles.
//!
//! There is an edge from a file that names an item to the file that defines it, even if other files re-export it.
//! Code under `#[cfg(test)]` is ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree};

/// Names from the root of a crate to a module, or to an item in one.
type Names = Vec<String>;

/// A file, which is a module.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// The items that it defines.
    defined: BTreeSet<String>,
    /// The items that it imports or re-exports, by the name that they have here.
    imported: BTreeMap<String, Names>,
    /// The modules all of whose items it imports.
    globs: Vec<Names>,
    /// All paths that the file names.
    named: Vec<Names>,
}

/// The modules of a crate, by name.
struct Modules(BTreeMap<Names, Module>);

impl Modules {
    fn read(source: &Path) -> Modules {
        let mut files = Vec::new();
        collect(source, &mut files);
        let is_library = source.join("lib.rs").exists();
        files.retain(|file| !(is_library && *file == source.join("main.rs")));
        let names: BTreeSet<Names> = files.iter().map(|file| names_of(source, file)).collect();
        let module = |file: &PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let at = names_of(source, file);
            let mut reader = Reader { modules: &names, at: at.clone(), module: Module::default() };
            reader.visit_file(&syntax);
            (at, Module { file: file.clone(), ..reader.module })
        };
        Modules(files.iter().map(module).collect())
    }

    /// The module that defines the item that a path names; `None` if another crate defines it.
    fn resolve(&self, path: &[String], depth: usize) -> Option<&Names> {
        let known = (0..=path.len()).rev().find(|end| self.0.contains_key(&path[..*end]))?;
        let (at, module) = self.0.get_key_value(&path[..known])?;
        let Some(name) = path.get(known) else { return Some(at) };
        if module.defined.contains(name) || depth == 0 {
            return Some(at);
        }
        if let Some(target) = module.imported.get(name) {
            return self.resolve(target, depth - 1);
        }
        let mut globs = module.globs.iter().filter_map(|glob| self.0.get_key_value(glob));
        Some(globs.find(|(_, module)| module.defined.contains(name)).map_or(at, |(at, _)| at))
    }

    /// The files of each cycle.
    fn circles(&self) -> Vec<Vec<&Path>> {
        let mut graph: DiGraph<&Names, ()> = DiGraph::new();
        let indices: BTreeMap<&Names, _> = self.0.keys().map(|at| (at, graph.add_node(at))).collect();
        for (at, module) in &self.0 {
            for target in module.named.iter().filter_map(|path| self.resolve(path, 8)) {
                if target != at {
                    graph.update_edge(indices[at], indices[target], ());
                }
            }
        }
        let circles = kosaraju_scc(&graph).into_iter().filter(|files| files.len() > 1);
        circles.map(|circle| circle.into_iter().map(|index| self.0[graph[index]].file.as_path()).collect()).collect()
    }
}

/// Collects the paths that a file names.
struct Reader<'a> {
    modules: &'a BTreeSet<Names>,
    /// The module of the file, followed by the inline modules that contain the current item.
    at: Names,
    module: Module,
}

impl Reader<'_> {
    /// A path from the root of the crate; `None` for items of other crates.
    fn absolute(&self, path: &[String]) -> Option<Names> {
        let mut at = self.at.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (at, rest) = (Names::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {}
            child if self.modules.contains(&[at.as_slice(), &[child.to_owned()]].concat()) => {}
            imported => {
                let target = self.module.imported.get(imported)?;
                return Some([target.as_slice(), &path[1..]].concat());
            }
        }
        while let [first, more @ ..] = rest
            && first == "super"
        {
            at.pop();
            rest = more;
        }
        at.extend_from_slice(rest);
        Some(at)
    }

    fn import(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &with(&path.ident)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, before)),
            UseTree::Name(name) if name.ident == "self" => self.bind(before.last().cloned(), before),
            UseTree::Name(name) => self.bind(Some(name.ident.to_string()), &with(&name.ident)),
            UseTree::Rename(rename) => self.bind(Some(rename.rename.to_string()), &with(&rename.ident)),
            UseTree::Glob(_) => {
                if let Some(path) = self.absolute(before) {
                    self.module.globs.push(path.clone());
                    self.module.named.push(path);
                }
            }
        }
    }

    fn bind(&mut self, name: Option<String>, path: &[String]) {
        if let (Some(name), Some(path)) = (name, self.absolute(path)) {
            self.module.imported.insert(name, path.clone());
            self.module.named.push(path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_file(&mut self, file: &'ast syn::File) {
        self.module.defined = file.items.iter().filter_map(name_of).collect();
        // Imports must be known before the paths that start with them are resolved.
        for item in &file.items {
            if let Item::Use(item) = item {
                self.visit_item_use(item);
            }
        }
        visit::visit_file(self, file);
    }

    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).iter().any(is_test) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.at.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.at.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !item.attrs.iter().any(is_test) {
            self.import(&item.tree, &[]);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1
            && let Some(path) = self.absolute(&names)
        {
            self.module.named.push(path);
        }
        visit::visit_path(self, path);
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        _ => &[],
    }
}

fn is_test(attribute: &Attribute) -> bool {
    matches!(&attribute.meta, syn::Meta::List(list) if list.path.is_ident("cfg") && list.tokens.to_string() == "test")
}

/// The name of an item that other files can refer to.
fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The path of the module that a file defines.
fn names_of(source: &Path, file: &Path) -> Names {
    let path = file.strip_prefix(source).unwrap().with_extension("");
    let mut names: Names = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    let is_root = |name: &str| ["lib", "main"].contains(&name);
    if names.last().is_some_and(|name| name == "mod") || names.len() == 1 && is_root(&names[0]) {
        names.pop();
    }
    names
}

#[test]
fn no_circle_of_files_in_any_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let (mut read, mut found) = (0, String::new());
    for folder in crates.chain([root.join("python")]) {
        let modules = Modules::read(&folder.join("src"));
        read += modules.0.len();
        for circle in modules.circles() {
            found += "a circle of files:\n";
            for file in circle {
                found += &format!("  {}\n", file.strip_prefix(&root).unwrap().display());
            }
        }
    }
    assert!(read > 400, "only {read} files found");
    assert!(found.is_empty(), "{found}Move what they share into a file of its own.");
}

#[test]
fn circles_are_seen_through_groups_re_exports_and_qualified_paths() {
    let circles = |files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let found = Modules::read(folder.path());
        found.circles().iter().map(Vec::len).collect::<Vec<usize>>()
    };
    let root = ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;");
    let a = ("a.rs", "pub struct A;");
    let uses_a = ("b.rs", "use crate::A; pub struct B(A);");
    assert_eq!(circles(&[root, a, uses_a]), [] as [usize; 0]);
    for back in [
        "use super::b::{self, B}; pub struct A;",
        "use crate::B as C; pub struct A;",
        "pub struct A; fn f() { crate::b::f() }",
        "pub struct A; impl From<super::B> for A {}",
        "use crate::*; pub struct A(B);",
        "use crate::b; pub struct A; fn f() { b::g() }",
    ] {
        assert_eq!(circles(&[root, ("a.rs", back), uses_a]).len(), 1, "{back}");
    }
    let test = ("a.rs", "pub struct A; #[cfg(test)] mod tests { use crate::B; }");
    assert_eq!(circles(&[root, test, uses_a]), [] as [usize; 0]);
    // A parent that defines an item used by its child, and uses the child.
    let parent = ("a/mod.rs", "mod c; pub struct A(c::C);");
    let child = ("a/c.rs", "pub struct C; fn f(_: super::A) {}");
    assert_eq!(circles(&[("lib.rs", "mod a;"), parent, child]), [2]);
}
