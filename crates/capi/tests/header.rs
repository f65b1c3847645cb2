//! The header and the Rust source declare the same functions, structures and constants.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use std::collections::BTreeMap;
use std::fs;

use syn::{Expr, Fields, FnArg, GenericArgument, Item, Lit, PathArguments, ReturnType, Type};

/// Declarations by name: the parts of each as C text.
type Declarations = BTreeMap<String, Vec<String>>;

fn read(path: &str) -> String {
    fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The header without comments, the preprocessor and `const`, each declaration on one line.
fn header() -> Vec<String> {
    let text = read("include/travertine.h");
    let mut code = String::new();
    for (index, part) in text.split("/*").enumerate() {
        code += if index == 0 { part } else { part.split_once("*/").unwrap().1 };
    }
    let lines = code.lines().filter(|line| !line.starts_with('#') && !line.starts_with("extern"));
    let code = lines.collect::<Vec<_>>().join(" ").replace("const ", "");
    let mut declarations = vec![String::new()];
    let mut depth = 0;
    for character in code.chars() {
        depth += i32::from(character == '{') - i32::from(character == '}');
        if character == ';' && depth <= 0 {
            declarations.push(String::new());
        } else {
            declarations.last_mut().unwrap().push(character);
        }
    }
    let tidy = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    declarations.iter().map(tidy).filter(|text| !text.is_empty() && text != "}").collect()
}

/// The type and the name of a C declaration such as `char **json`, the type without spaces.
fn typed(declaration: &str) -> (String, String) {
    let (declaration, count) = match declaration.split_once('[') {
        Some((declaration, count)) => (declaration, format!("[{count}")),
        None => (declaration, String::new()),
    };
    let start = declaration.rfind([' ', '*']).unwrap() + 1;
    let (kind, name) = declaration.split_at(start);
    (format!("{}{count}", kind.replace(' ', "")), name.to_owned())
}

/// Functions, structures and constants of the header.
fn of_header() -> [Declarations; 3] {
    let [mut functions, mut structures, mut constants] = [const { Declarations::new() }; 3];
    for declaration in header() {
        if let Some(rest) = declaration.strip_prefix("enum {") {
            for constant in rest.trim_end_matches('}').split(',') {
                let (name, value) = constant.split_once('=').unwrap();
                constants.insert(name.trim().to_owned(), vec![value.trim().to_owned()]);
            }
        } else if let Some(rest) = declaration.strip_prefix("typedef struct") {
            let Some((name, members)) = rest.split_once('{') else { continue };
            let members = members.split('}').next().unwrap().split(';').map(str::trim);
            let members = members.filter(|member| !member.is_empty()).map(|member| {
                let (kind, name) = typed(member);
                format!("{kind} {name}")
            });
            structures.insert(name.trim().to_owned(), members.collect());
        } else if !declaration.starts_with("typedef") {
            let (function, parameters) = declaration.split_once('(').unwrap();
            let (result, name) = typed(function);
            let parameters = parameters.trim_end_matches(')').split(',').map(str::trim);
            let kinds = parameters.filter(|parameter| *parameter != "void").map(|parameter| {
                let (kind, name) = typed(parameter);
                format!("{kind} {name}")
            });
            functions.insert(name, [result].into_iter().chain(kinds).collect());
        }
    }
    [functions, structures, constants]
}

/// A Rust type as the header writes it, without spaces and `const`.
fn c_type(kind: &Type) -> String {
    match kind {
        Type::Array(array) => {
            let Expr::Lit(length) = &array.len else { panic!("a length that is a number") };
            let Lit::Int(length) = &length.lit else { panic!("a length that is a number") };
            format!("{}[{length}]", c_type(&array.elem))
        }
        Type::Ptr(pointer) => format!("{}*", c_type(&pointer.elem)),
        Type::Reference(reference) => format!("{}*", c_type(&reference.elem)),
        Type::Path(path) => {
            let last = path.path.segments.last().unwrap();
            let inner = match &last.arguments {
                PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| {
                    let GenericArgument::Type(inner) = argument else { return None };
                    Some(c_type(inner))
                }),
                _ => None,
            };
            let known = match last.ident.to_string().as_str() {
                "u32" => "uint32_t",
                "u64" => "uint64_t",
                "i32" => "int32_t",
                "usize" => "size_t",
                "f32" => "float",
                "f64" => "double",
                "c_char" => "char",
                "c_void" => "void",
                "Status" => "travertine_status",
                "ProgressFunction" => "travertine_progress",
                "Text" | "OwnedText" => "char*",
                "TextOut" => "char**",
                "Option" => return inner.unwrap(),
                "Box" | "Array" | "ArrayOut" | "Structure" => return format!("{}*", inner.unwrap()),
                "Out" => return format!("{}**", inner.unwrap()),
                "Failure" => "travertine_error",
                "OwnedSampler" => "travertine_sampler",
                other => return format!("travertine_{}", other.to_lowercase()),
            };
            known.to_owned()
        }
        _ => panic!("a type that C does not have"),
    }
}

fn items(path: &str) -> Vec<Item> {
    syn::parse_file(&read(path)).unwrap().items
}

/// Functions, structures and constants of the Rust source.
fn of_source() -> [Declarations; 3] {
    let [mut functions, mut structures, mut constants] = [const { Declarations::new() }; 3];
    for item in items("src/exports.rs") {
        let Item::Fn(function) = item else { continue };
        if function.sig.abi.is_none() {
            continue;
        }
        let result = match &function.sig.output {
            ReturnType::Default => "void".to_owned(),
            ReturnType::Type(_, kind) => c_type(kind),
        };
        let parameters = function.sig.inputs.iter().map(|input| {
            let FnArg::Typed(input) = input else { panic!("a function has no self") };
            let syn::Pat::Ident(name) = &*input.pat else { panic!("a parameter has a name") };
            format!("{} {}", c_type(&input.ty), name.ident)
        });
        let name = function.sig.ident.to_string();
        functions.insert(name, [result].into_iter().chain(parameters).collect());
    }
    for item in items("src/border/structures.rs") {
        let Item::Struct(structure) = item else { continue };
        let Fields::Named(fields) = &structure.fields else { continue };
        let member = |field: &syn::Field| format!("{} {}", c_type(&field.ty), field.ident.as_ref().unwrap());
        let name = format!("travertine_{}", structure.ident.to_string().to_lowercase());
        structures.insert(name, fields.named.iter().map(member).collect());
    }
    for path in ["src/failure.rs", "src/layout.rs", "src/options.rs", "src/render.rs"] {
        for item in items(path) {
            let Item::Const(constant) = item else { continue };
            let Expr::Lit(value) = &*constant.expr else { continue };
            let Lit::Int(value) = &value.lit else { continue };
            constants.insert(format!("TRAVERTINE_{}", constant.ident), vec![value.to_string()]);
        }
    }
    [functions, structures, constants]
}

#[test]
fn functions_structures_and_constants_are_equal() {
    let [functions, structures, constants] = of_header();
    assert!(functions.len() > 20 && structures.len() == 4 && constants.len() > 20);
    let [known_functions, known_structures, known_constants] = of_source();
    assert_eq!(functions, known_functions);
    assert_eq!(structures, known_structures);
    assert_eq!(constants, known_constants);
}

#[test]
fn the_header_has_the_version_of_the_package() {
    let header = read("include/travertine.h");
    let version = env!("CARGO_PKG_VERSION");
    assert!(header.contains(&format!("#define TRAVERTINE_VERSION \"{version}\"\n")));
    let parts: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
    let number = parts[0] << 16 | parts[1] << 8 | parts[2];
    assert!(header.contains(&format!("#define TRAVERTINE_VERSION_NUMBER {number:#08x}\n")));
    let cmake = read("cmake/travertineConfigVersion.cmake");
    assert!(cmake.contains(&format!("set(PACKAGE_VERSION {version})\n")));
    assert!(cmake.contains(&format!("MAJOR EQUAL {} AND PACKAGE_FIND_VERSION_MINOR EQUAL {}\n", parts[0], parts[1])));
}
