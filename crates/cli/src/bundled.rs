//! What is part of the program, besides the nodes: graphs, and where guides are.

/// Names and documents of graphs. The build script lists them.
pub static GRAPHS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/graphs.rs"));

/// A page of the documentation.
pub struct Guide {
    /// Its path in the project.
    pub path: &'static str,
    /// The first heading.
    pub title: &'static str,
    /// The second headings.
    pub sections: &'static [&'static str],
    /// The first paragraph.
    pub about: &'static str,
    /// All of it, if it is a guide.
    pub text: Option<&'static str>,
}

/// The guides, then the other pages. The build script lists them.
pub static GUIDES: &[Guide] = &include!(concat!(env!("OUT_DIR"), "/guides.rs"));
