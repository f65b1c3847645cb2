//! A field for one of several names.

use egui::{ComboBox, EventFilter, Id, Key, Modifiers, Popup, Response, Ui, Vec2};

/// A field of a width in points that opens a list. Returns the new choice if the user changed it.
pub fn choice<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    value: &T,
    choices: impl IntoIterator<Item = T>,
    shown: impl Fn(&T) -> String,
) -> (Response, Option<T>) {
    let row = |choice: &T| Row::from(shown(choice));
    rows(ui, name, width, value, choices, row)
}

/// As [`choice`], with an explanation of each choice.
pub fn explained<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    value: &T,
    choices: impl IntoIterator<Item = T>,
    shown: impl Fn(&T) -> (&'static str, &'static str),
) -> (Response, Option<T>) {
    let row = |choice: &T| {
        let (text, description) = shown(choice);
        Row { text: text.to_owned(), description: Some(description.to_owned()) }
    };
    rows(ui, name, width, value, choices, row)
}

/// As [`choice`], with a row for each choice.
pub fn rows<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    value: &T,
    choices: impl IntoIterator<Item = T>,
    row: impl Fn(&T) -> Row,
) -> (Response, Option<T>) {
    let mut choices: Vec<T> = choices.into_iter().collect();
    let present = choices.iter().position(|choice| choice == value);
    let rows = choices.iter().map(&row).collect();
    let list = List { name, width, shown: &row(value).text, present, rows, hint: "" };
    let (response, chosen) = list.show(ui);
    let new = chosen.filter(|index| Some(*index) != present);
    (response, new.map(|index| choices.swap_remove(index)))
}

/// A field that opens a list. In the list, the arrow keys move, Enter chooses, and Escape closes it.
pub struct List<'a> {
    /// The name of the field, for assistive technology.
    pub name: &'a str,
    /// The width in points.
    pub width: f32,
    /// The text of the field.
    pub shown: &'a str,
    /// The row that is chosen now.
    pub present: Option<usize>,
    /// The rows.
    pub rows: Vec<Row>,
    /// What is shown instead if there are no rows.
    pub hint: &'a str,
}

/// A row of a list.
pub struct Row {
    /// The text.
    pub text: String,
    /// The explanation under the pointer, if there is one.
    pub description: Option<String>,
}

impl From<String> for Row {
    fn from(text: String) -> Row {
        Row { text, description: None }
    }
}

impl List<'_> {
    /// Shows the field; returns the row that the user chose.
    pub fn show(self, ui: &mut Ui) -> (Response, Option<usize>) {
        let id = ui.make_persistent_id(egui::IdSalt::new(self.name));
        let memory = id.with("marked");
        let mut marked = self.present;
        let (mut moved, mut chosen) = (false, None);
        if ComboBox::is_open(ui.ctx(), id) && !self.rows.is_empty() {
            marked = ui.data(|data| data.get_temp(memory)).unwrap_or(self.present);
            let (next, enter) = keys(ui, id, marked, self.rows.len() - 1);
            moved = next != marked;
            marked = next;
            if enter {
                chosen = marked;
                Popup::close_id(ui.ctx(), id.with("popup"));
            }
        }
        let combo = ComboBox::from_id_salt(self.name).width(self.width).truncate().selected_text(self.shown);
        let combo = combo.show_ui(ui, |ui| {
            if self.rows.is_empty() {
                ui.weak(self.hint);
            }
            for (index, row) in self.rows.iter().enumerate() {
                let mut response = ui.selectable_label(Some(index) == marked, &row.text);
                if let Some(description) = &row.description {
                    response = response.on_hover_text(description);
                }
                if moved && Some(index) == marked {
                    response.scroll_to_me(None);
                }
                if response.hovered() && ui.input(|input| input.pointer.delta() != Vec2::ZERO) {
                    marked = Some(index);
                }
                if response.clicked() {
                    chosen = Some(index);
                }
            }
        });
        ui.data_mut(|data| data.insert_temp(memory, marked));
        ui.ctx().accesskit_node_builder(combo.response.id, |node| node.set_label(self.name));
        (combo.response, chosen)
    }
}

/// The row that the keys move to in an open list, and whether Enter was pressed.
fn keys(ui: &Ui, field: Id, marked: Option<usize>, last: usize) -> (Option<usize>, bool) {
    // Otherwise the arrow keys move the focus.
    let filter = EventFilter { vertical_arrows: true, escape: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(field, filter));
    ui.input_mut(|input| {
        let mut pressed = |key| input.count_and_consume_key(Modifiers::NONE, key);
        let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
        let moved = match marked {
            None if down + up == 0 => None,
            None => Some(if down > 0 { 0 } else { last }),
            Some(marked) => Some((marked + down).saturating_sub(up).min(last)),
        };
        let moved = if pressed(Key::Home) > 0 { Some(0) } else { moved };
        let moved = if pressed(Key::End) > 0 { Some(last) } else { moved };
        (moved, pressed(Key::Enter) > 0)
    })
}
