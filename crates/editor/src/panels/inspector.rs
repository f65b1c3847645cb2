//! The inspector: tabs for the selected node, the parameters of the graph, and the graph itself.

use egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, Vec2};
use travertine_editing::{Outline, Socket};
use travertine_graph::definition::InputDefinition;
use travertine_library::Library;

use crate::fields;
use crate::fields::input::{Room, row};
use crate::fields::prose::prose;
use crate::icons;
use crate::panels::sections::{section, sections};
use crate::panels::{graph, parameters};
use crate::project::problems::Problems;
use crate::requests::Requests;
use crate::theme::Palette;
use crate::widgets::buttons::icon;

/// The width of the names of inputs, in points.
const NAME: f32 = 96.0;

/// The subject of the inspector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown<'a> {
    /// What is selected.
    pub selected: Option<Selected<'a>>,
    /// The name of the group whose graph is shown; `None` for the whole graph.
    pub group: Option<&'a str>,
}

/// What is selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selected<'a> {
    /// The node with this id.
    Node(&'a str),
    /// The frame or note with this id.
    Frame(&'a str),
}

impl<'a> Selected<'a> {
    fn id(self) -> &'a str {
        match self {
            Selected::Node(id) | Selected::Frame(id) => id,
        }
    }
}

/// A tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tab {
    Node,
    Parameters,
    Graph,
}

impl Tab {
    const ALL: [Tab; 3] = [Tab::Node, Tab::Parameters, Tab::Graph];

    fn name(self) -> &'static str {
        match self {
            Tab::Node => "Node",
            Tab::Parameters => "Parameters",
            Tab::Graph => "Graph",
        }
    }
}

/// What the inspector remembers.
#[derive(Default)]
pub struct Inspector {
    /// The tab that the user chose since the selection changed.
    chosen: Option<Tab>,
    /// The tab that the user chose last of those about the whole graph.
    about_graph: Option<Tab>,
    /// The id of what was selected last.
    selected: Option<String>,
    parameters: parameters::State,
    /// Whether descriptions of nodes are shown; otherwise they are under the pointer.
    explains: bool,
}

impl Inspector {
    /// The tab to show. Another selection brings its own tab, and no selection the one about the graph that was shown
    /// last.
    fn tab(&mut self, outline: &Outline, selected: Option<Selected>) -> Tab {
        let id = selected.map(Selected::id);
        if self.selected.as_deref() != id {
            self.selected = id.map(str::to_owned);
            self.chosen = None;
        }
        let has_parameters = !outline.document().parameters.is_empty();
        let about_graph = || self.about_graph.unwrap_or(if has_parameters { Tab::Parameters } else { Tab::Graph });
        self.chosen.unwrap_or_else(|| if selected.is_some() { Tab::Node } else { about_graph() })
    }

    fn choose(&mut self, tab: Tab) {
        self.chosen = Some(tab);
        if tab != Tab::Node {
            self.about_graph = Some(tab);
        }
    }

    /// Shows the problems of the graph.
    pub fn show_problems(&mut self) {
        self.choose(Tab::Graph);
    }

    /// Shows the parameters, or what was shown before them.
    pub fn toggle_parameters(&mut self) {
        match self.chosen {
            Some(Tab::Parameters) => self.chosen = None,
            _ => self.choose(Tab::Parameters),
        }
    }

    /// Shows the inspector.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        outline: &Outline,
        library: &Library,
        problems: &Problems,
        shown: Shown,
        requests: &mut Requests,
    ) {
        let present = self.tab(outline, shown.selected);
        if let Some(tab) = tabs(ui, present, problems) {
            self.choose(tab);
        }
        ScrollArea::vertical().id_salt(("inspector", present.name())).auto_shrink(false).show(ui, |ui| {
            // Room for the scroll bar.
            ui.set_width(ui.available_width() - 10.0);
            match (present, shown.selected) {
                (Tab::Node, Some(Selected::Node(id))) => {
                    let known = (library, problems);
                    node(ui, outline, known, id, &mut self.explains, requests);
                }
                (Tab::Node, Some(Selected::Frame(id))) => fields::frame::show(ui, outline, id, requests),
                (Tab::Node, None) => {
                    ui.weak("Select a node to see its inputs here.");
                }
                (Tab::Parameters, _) => parameters::show(ui, outline, &mut self.parameters, requests),
                (Tab::Graph, _) => {
                    let title = shown.group.map_or("Graph".to_owned(), |name| format!("Group {name}"));
                    graph::show(ui, outline, problems, &title, requests);
                }
            }
        });
    }
}

/// Shows the tabs; returns the one that the user chose.
fn tabs(ui: &mut Ui, present: Tab, problems: &Problems) -> Option<Tab> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        let gap = ui.spacing().item_spacing.x;
        let width = (ui.available_width() - 2.0 * gap) / 3.0;
        for tab in Tab::ALL {
            let mut text = RichText::new(tab.name());
            if tab == Tab::Graph && problems.count() > 0 {
                let palette = Palette::of(ui);
                let color = if problems.has_errors() { palette.error } else { palette.warning };
                text = RichText::new(format!("Graph ({})", problems.count())).color(color);
            }
            let button = ui.add_sized(Vec2::new(width, 22.0), Button::selectable(tab == present, text));
            // Menus have the same names.
            ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(format!("{} tab", tab.name())));
            if button.clicked() {
                chosen = Some(tab);
            }
        }
    });
    ui.add_space(2.0);
    chosen
}

fn node(
    ui: &mut Ui,
    outline: &Outline,
    (library, problems): (&Library, &Problems),
    id: &str,
    explains: &mut bool,
    requests: &mut Requests,
) {
    title(ui, outline, id, explains);
    if let Some(problem) = problems.of_node(id) {
        ui.label(graph::colored(ui, problem, &problem.text));
    }
    let Some(definition) = outline.definition(id) else {
        ui.label("This version of Travertine does not know this type. The node is kept as it is.");
        return;
    };
    if *explains && !definition.description.is_empty() {
        ui.label(prose(ui, &definition.description));
    }
    ui.add_space(6.0);
    let room = Room { width: ui.available_width(), name: NAME, full: true };
    let Some((name, group)) = outline.group_of(id) else {
        for input in definition.inputs.iter().filter(|input| outline.shows(id, input)) {
            row(ui, outline, &Socket::new(id, &*input.name), input, room, requests);
        }
        return;
    };
    fields::graph::group(ui, outline, library, id, (name, group), requests);
    ui.add_space(6.0);
    let parameters = &group.document.parameters;
    let is_parameter = |input: &InputDefinition| parameters.iter().any(|(name, _)| *name == input.name);
    // The number of iterations is no parameter.
    for input in definition.inputs.iter().filter(|input| !is_parameter(input)) {
        row(ui, outline, &Socket::new(id, &*input.name), input, room, requests);
    }
    for (title, members) in sections(parameters) {
        if !section(ui, name, title) {
            continue;
        }
        for (name, _) in members.iter().filter_map(|index| parameters.get(*index)) {
            if let Some(index) = definition.input_index(name) {
                let input = &definition.inputs[index];
                row(ui, outline, &Socket::new(id, name), input, room, requests);
            }
        }
    }
}

/// The name of a node and of its type, and a button that explains it.
fn title(ui: &mut Ui, outline: &Outline, id: &str, explains: &mut bool) {
    let Some(definition) = outline.definition(id) else {
        ui.add(Label::new(RichText::new(id).heading()).truncate());
        return;
    };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = icon(ui, icons::INFO, "About this node", *explains);
            let button = button.on_hover_ui(|ui| {
                ui.label(prose(ui, &definition.description));
                ui.weak(definition.type_name());
            });
            *explains ^= button.clicked();
            ui.add(Label::new(RichText::new(&*definition.label).weak()).truncate());
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(id).heading()).truncate());
            });
        });
    });
}
