//! A window with what mouse and keys do.

use egui::{Grid, RichText, ScrollArea, Ui, Window};

use crate::commands::{COMMANDS, Menu, shortcuts};
use crate::theme::Palette;

/// What the mouse does on the canvas.
const MOUSE: &[(&str, &str)] = &[
    ("Wheel", "zooms"),
    ("Middle button, drag", "moves the view"),
    ("Drag on the canvas", "selects what is in the box; with Ctrl, adds to the selection"),
    ("Right-click on the canvas", "adds a node"),
    ("Right-click on a title", "opens the menu of a node"),
    ("Right-click on an input", "resets it, or makes it a parameter"),
    ("Double-click on a node", "shows it in the preview"),
    ("Double-click on a wire", "bends it"),
    ("Drag from a socket", "draws a wire; sockets that cannot take it are dim"),
    ("Release a wire on a node", "takes the first input that fits"),
    ("Release a wire on the canvas", "adds a node and wires it"),
    ("Drag a node onto a wire", "inserts it, and makes room"),
    ("Ctrl and right button, drag", "cuts the wires it crosses"),
    ("Ctrl and right button, drag from node to node", "wires them"),
    ("Alt while dragging nodes", "does not align them with others"),
];

/// Shows the window; returns whether it stays open.
pub fn show(ui: &Ui) -> bool {
    let mut open = true;
    Window::new("Mouse and keys").open(&mut open).default_pos([72.0, 56.0]).default_width(420.0).show(ui.ctx(), |ui| {
        ScrollArea::vertical().max_height(440.0).show(ui, |ui| {
            heading(ui, "Mouse on the canvas");
            Grid::new("mouse").num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
                MOUSE.iter().for_each(|(gesture, effect)| row(ui, gesture, effect));
            });
            for menu in Menu::ALL {
                heading(ui, menu.name());
                Grid::new(menu.name()).num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
                    for entry in COMMANDS.iter().filter(|entry| entry.menu == menu) {
                        let keys: Vec<String> = shortcuts()
                            .into_iter()
                            .filter(|(other, _)| other.command == entry.command)
                            .map(|(_, keys)| ui.ctx().format_shortcut(&keys))
                            .collect();
                        if !keys.is_empty() {
                            row(ui, &keys.join(", "), entry.name);
                        }
                    }
                });
            }
        });
    });
    open
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(text).heading());
}

fn row(ui: &mut Ui, gesture: &str, effect: &str) {
    ui.label(RichText::new(gesture).color(Palette::of(ui).accent));
    ui.label(effect);
    ui.end_row();
}
