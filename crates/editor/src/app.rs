//! The application: what is open, and what each command does to it.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{CentralPanel, Context, Frame, Panel, Ui, UiBuilder};
use travertine::registry;
use travertine_editing::actions::{self, Placed};
use travertine_editing::files::{Autosave, Disk, Folders, INTERVAL, Recent, Recovery, Workspace, recoveries};
use travertine_editing::render::{Outcome, Snapshot, Subject, Worker};
use travertine_editing::{Action, Outline, Refusal, Socket, Target};
use travertine_graph::definition::Definition;
use travertine_graph::document::Document;

use crate::add_menu::{self, AddMenu};
use crate::canvas::{self, Canvas, Fit, Shown};
use crate::commands::run_shortcuts;
use crate::dialogs::{Answer, Dialog, Goal};
use crate::export::ExportWindow;
use crate::file_dialog::{Fate, FileDialog, Purpose};
use crate::gallery::{Choice, Gallery};
use crate::outbox::Outbox;
use crate::palette::{self, CommandPalette};
use crate::pictures::{Pictures, THUMBNAIL};
use crate::preview::{self, Preview};
use crate::project::Project;
use crate::status::Message;
use crate::{inspector, menus, reference, status, theme};

/// The whole editor.
pub struct App {
    /// The document that is open.
    pub project: Project,
    /// Nodes and wires.
    pub canvas: Canvas,
    pub(crate) pictures: Pictures,
    pub(crate) message: Message,
    pub(crate) preview: Preview,
    pub(crate) worker: Worker,
    thumbnails: Vec<Socket>,
    add_menu: Option<AddMenu>,
    palette: Option<CommandPalette>,
    dialog: Option<Dialog>,
    file_dialog: Option<FileDialog>,
    export: Option<ExportWindow>,
    /// The document as it was checked last.
    snapshot: Option<Arc<Snapshot>>,
    /// The node type whose reference is open.
    reference: Option<Arc<Definition>>,
    gallery: Option<Gallery>,
    recent: Option<Recent>,
    /// What editors have left that ended without saving.
    left: Vec<Recovery>,
    /// When the file was looked at last.
    looked: f64,
    /// What is to be done once what is open is saved.
    then: Option<Goal>,
    /// The title of the selected frame, or the text of the note, is to be typed.
    writes_frame: bool,
    /// The user has agreed to lose what is not saved.
    may_close: bool,
    title: String,
}

impl App {
    /// An editor with nothing open. Without folders, nothing is kept but what the user saves.
    pub fn new(context: &Context, folders: Option<&Folders>) -> App {
        theme::install(context);
        let left = folders.and_then(|folders| recoveries(&folders.recovery()).ok()).unwrap_or_default();
        let autosave = folders.and_then(|folders| Autosave::new(&folders.recovery(), INTERVAL).ok());
        let mut app = App {
            project: Project::new(Workspace::new(Document::default(), autosave)),
            canvas: Canvas::default(),
            pictures: Pictures::default(),
            message: Message::default(),
            preview: Preview::default(),
            worker: worker(context),
            thumbnails: Vec::new(),
            add_menu: None,
            palette: None,
            dialog: None,
            file_dialog: None,
            export: None,
            snapshot: None,
            reference: None,
            gallery: Some(Gallery::default()),
            recent: folders.map(|folders| Recent::new(folders.recent())),
            left,
            looked: 0.0,
            then: None,
            writes_frame: false,
            may_close: false,
            title: String::new(),
        };
        app.offer_recovery();
        app
    }

    /// Opens a file, in place of what is open.
    pub fn open(&mut self, path: &Path) {
        match self.project.replace(|workspace| workspace.open(path)) {
            Ok(()) => {
                self.begin();
                self.note_recent(path);
            }
            Err(problem) => self.message.error(problem.to_string()),
        }
    }

    /// Another document is open now.
    fn begin(&mut self) {
        self.canvas.reset();
        self.pictures = Pictures::default();
        self.preview.reset();
        self.thumbnails.clear();
        self.worker.set_thumbnails(Vec::new(), THUMBNAIL);
        self.gallery = None;
        self.message.clear();
    }

    fn replace(&mut self, document: Document) {
        let replaced = self.project.replace::<Infallible>(|workspace| {
            workspace.replace(document);
            Ok(())
        });
        match replaced {
            Ok(()) => self.begin(),
        }
    }

    fn note_recent(&mut self, path: &Path) {
        // A list of files that cannot be kept is no reason to disturb anybody.
        let _ = self.recent.as_ref().map(|recent| recent.add(path));
    }

    fn offer_recovery(&mut self) {
        self.dialog = self.left.last().map(Dialog::recover);
    }

    /// Whether every picture is as it should be.
    pub fn is_idle(&self) -> bool {
        self.worker.is_idle()
    }

    /// Draws everything, and does what was asked for.
    pub fn ui(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.take_events(&context);
        if self.dialog.is_none() && self.palette.is_none() && self.add_menu.is_none() {
            run_shortcuts(self, &context);
        }
        let mut out = Outbox::default();
        Panel::top("menu").show(ui, |ui| menus::show(ui, self, &mut out));
        Panel::bottom("status").show(ui, |ui| status::show(ui, self));
        let selected = self.canvas.selection.first().filter(|_| self.canvas.selection.len() == 1).cloned();
        let subject = self.preview.subject(self.project.outline(), selected.as_deref());
        Panel::right("side").default_size(320.0).size_range(260.0..=900.0).show(ui, |ui| {
            // What is too wide is cut off; it must not push the panel's edge.
            let room = ui.available_rect_before_wrap();
            let mut inner = ui.new_child(UiBuilder::new().max_rect(room));
            ui.advance_cursor_after_rect(room);
            let ui = &mut inner;
            ui.shrink_clip_rect(room);
            ui.add_space(6.0);
            let height = ui.available_width().min(ui.available_height() * 0.45);
            let (outline, problems) = (self.project.outline(), self.project.problems());
            self.preview.show(ui, outline, subject.as_ref(), height);
            ui.separator();
            let shown = match (&selected, self.canvas.frames.first()) {
                (Some(node), _) => inspector::Shown::Node(node),
                (None, Some(frame)) if self.canvas.selection.is_empty() => inspector::Shown::Frame(frame),
                _ => inspector::Shown::Graph,
            };
            inspector::show(ui, outline, problems, shown, &mut out);
        });
        let mut choice = None;
        let previewed = match &subject {
            Some(Subject::Node(socket)) => Some(socket.node.as_str()),
            _ => None,
        };
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            if let Some(gallery) = &mut self.gallery {
                let recent = self.recent.as_ref().map(Recent::paths).unwrap_or_default();
                choice = gallery.show(ui, &recent);
                return;
            }
            let shown = Shown {
                outline: self.project.outline(),
                revision: self.project.history().revision(),
                problems: self.project.problems(),
                pictures: &self.pictures,
                previewed,
                zoom: self.canvas.zoom(),
            };
            self.canvas.show(ui, shown, &mut out);
        });
        if let Some(choice) = choice {
            self.begin_with(choice, &context);
        }
        self.show_add_menu(ui, &mut out);
        self.show_palette(ui);
        if let Some(window) = &mut self.export {
            let graph = self.project.workspace().path();
            if !window.show(ui, self.snapshot.as_ref(), graph) {
                self.export = None;
            }
        }
        if self.reference.as_ref().is_some_and(|definition| !reference::show(ui, definition)) {
            self.reference = None;
        }
        self.show_dialog(ui);
        self.carry_out(out, &context);
        if std::mem::take(&mut self.writes_frame) {
            // From the next frame on: the key that asked for it is not typed.
            context.memory_mut(|memory| memory.request_focus(canvas::frames::field()));
        }
        self.render(&context, subject);
        if !context.input(|input| input.pointer.any_down()) && !context.egui_wants_keyboard_input() {
            self.project.change(|workspace| workspace.history_mut().release());
        }
        self.watch_files(&context);
        self.set_title(&context);
    }

    /// Tells the worker what is wanted, and takes what it has made.
    fn render(&mut self, context: &Context, subject: Option<Subject>) {
        let revision = self.project.history().revision();
        self.worker.set_document(revision, self.project.history().document().clone());
        match subject.and_then(|subject| self.preview.view(subject)) {
            Some(view) => self.worker.show(preview::VIEW, view),
            None => self.worker.hide(preview::VIEW),
        }
        let outline = self.project.outline();
        let visible = self.canvas.visible.iter().filter_map(|id| preview::main_output(outline, id));
        let visible: Vec<Socket> = visible.collect();
        if visible != self.thumbnails {
            self.worker.set_thumbnails(visible.clone(), THUMBNAIL);
            self.thumbnails = visible;
        }
        self.worker.probe(self.preview.probe);
        for outcome in self.worker.outcomes() {
            match outcome {
                Outcome::View { frame, is_final, picture, .. } => {
                    self.preview.take(context, frame, is_final, picture);
                }
                Outcome::Thumbnail { socket, picture } => self.pictures.take(context, socket.node, picture),
                Outcome::Probe { values, .. } => self.pictures.take_values(values),
                Outcome::Checked { revision, snapshot } => {
                    self.project.checked(revision, snapshot.diagnostics());
                    self.snapshot = Some(snapshot);
                }
            }
        }
        if self.preview.probe.is_none() {
            self.pictures.forget_values();
        }
    }

    fn take_events(&mut self, context: &Context) {
        if !context.egui_wants_keyboard_input() {
            let events = context.input(|input| input.events.clone());
            for event in events {
                match event {
                    egui::Event::Copy => self.copy(context),
                    egui::Event::Cut => self.cut(context),
                    egui::Event::Paste(text) => self.paste(&text),
                    _ => {}
                }
            }
        }
        let dropped = context.input(|input| input.raw.dropped_files.clone());
        if let Some(path) = dropped.into_iter().map(|file| file.path().to_owned()).next() {
            self.leave(Goal::Open(path), context);
        }
        if context.input(|input| input.viewport().close_requested())
            && self.project.workspace().is_changed()
            && !self.may_close
        {
            context.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.leave(Goal::Quit, context);
        }
    }

    fn carry_out(&mut self, out: Outbox, context: &Context) {
        for (action, key) in out.actions {
            self.act(action, key);
        }
        if let Some(menu) = out.add {
            self.add_menu = Some(menu);
        }
        if let Some(node) = out.preview {
            self.preview_node(&node);
        }
        if let Some(text) = out.copy {
            context.copy_text(text);
        }
        for command in out.commands {
            if (command.enabled)(self) {
                (command.run)(self, context);
            }
        }
    }

    /// Takes a step, or says why not.
    fn act(&mut self, action: Result<Action, Refusal>, key: Option<u64>) {
        let selection = action.as_ref().ok().and_then(|action| action.selection.clone());
        let before = Arc::clone(self.project.outline().document());
        match action.and_then(|action| self.project.apply(action, key)) {
            Ok(()) => {
                // What is new is what the user goes on with.
                let new = self.canvas.take_up_frames(&before, self.project.outline().document());
                if let Some(selection) = selection {
                    self.canvas.selection = selection;
                } else if new {
                    self.canvas.selection.clear();
                }
                self.message.clear();
            }
            Err(refusal) => self.message.error(refusal.to_string()),
        }
    }

    fn show_add_menu(&mut self, ui: &Ui, out: &mut Outbox) {
        if let Some(menu) = &mut self.add_menu
            && menu.show(ui, self.project.outline(), out) == add_menu::Fate::Closed
        {
            self.add_menu = None;
        }
    }

    fn show_palette(&mut self, ui: &Ui) {
        let Some(mut open) = self.palette.take() else { return };
        match open.show(ui, |command| (command.enabled)(self)) {
            palette::Fate::Open => self.palette = Some(open),
            palette::Fate::Closed(Some(command)) => (command.run)(self, ui.ctx()),
            palette::Fate::Closed(None) => {}
        }
    }

    fn show_dialog(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.dialog.take() else { return };
        match dialog.show(ui) {
            None => self.dialog = Some(dialog),
            Some(answer) => self.answer(answer, ui.ctx()),
        }
    }

    fn answer(&mut self, answer: Answer, context: &Context) {
        match answer {
            Answer::Cancel => self.then = None,
            Answer::Save(goal) => {
                self.then = Some(goal);
                self.save(context);
            }
            Answer::Discard(goal) => self.go(goal, context),
            Answer::Rename { from, to } => {
                let renamed = actions::rename(self.project.outline(), &from, &to);
                self.act(renamed, None);
                if self.project.outline().document().nodes.contains_key(&to) {
                    self.canvas.selection = BTreeSet::from([to]);
                }
            }
            Answer::OpenPath(path) => self.leave(Goal::Open(path), context),
            Answer::SavePath(path) => self.save_to(&path, context),
            Answer::SaveOver => self.save_as_it_is(true, context),
            Answer::Reload => {
                if let Some(path) = self.project.workspace().path().map(Path::to_owned) {
                    self.open(&path);
                }
            }
            Answer::KeepMine => self.project.change(Workspace::keep_mine),
            Answer::Recover => {
                if let Some(left) = self.left.pop() {
                    self.leave(Goal::Recover(Box::new(left)), context);
                }
            }
            Answer::ForgetLeft => {
                if let Some(left) = self.left.pop() {
                    // What cannot be removed is offered again.
                    let _ = left.discard();
                }
                self.offer_recovery();
            }
        }
    }

    /// Leaves what is open for something else; asks first if something would be lost.
    fn leave(&mut self, goal: Goal, context: &Context) {
        if self.project.workspace().is_changed() {
            self.dialog = Some(Dialog::unsaved(self.project.workspace().title(), goal));
        } else {
            self.go(goal, context);
        }
    }

    fn go(&mut self, goal: Goal, context: &Context) {
        match goal {
            Goal::Quit => {
                self.may_close = true;
                context.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            Goal::New => self.replace(Document::default()),
            Goal::Open(path) => self.open(&path),
            Goal::Bundled(document) => self.replace(*document),
            Goal::Recover(left) => {
                let recovered = self.project.replace::<Infallible>(|workspace| {
                    workspace.recover(*left);
                    Ok(())
                });
                match recovered {
                    Ok(()) => self.begin(),
                }
                self.message.info("This is what was there. It is not saved yet.");
            }
        }
    }

    fn set_title(&mut self, context: &Context) {
        let mark = if self.project.workspace().is_changed() { "● " } else { "" };
        let title = format!("{mark}{} – Travertine", self.project.workspace().title());
        if title != self.title {
            context.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

fn worker(context: &Context) -> Worker {
    let context = context.clone();
    Worker::new(registry(), move || context.request_repaint())
}

/// What the commands do.
impl App {
    pub(crate) fn new_graph(&mut self, context: &Context) {
        self.leave(Goal::New, context);
    }

    pub(crate) fn ask_to_open(&mut self, context: &Context) {
        self.ask_for_file(Purpose::Open, context);
    }

    pub(crate) fn ask_to_save(&mut self, context: &Context) {
        self.ask_for_file(Purpose::Save, context);
    }

    fn ask_for_file(&mut self, purpose: Purpose, context: &Context) {
        let context = context.clone();
        let suggested = self.project.workspace().path().map(Path::to_owned);
        self.file_dialog = Some(FileDialog::open(purpose, suggested, move || context.request_repaint()));
    }

    /// Looks what became of dialogs for files, and of the file that is open.
    fn watch_files(&mut self, context: &Context) {
        if let Some((purpose, fate)) =
            self.file_dialog.as_ref().and_then(|open| Some((open.purpose, open.fate()?)))
        {
            self.file_dialog = None;
            match (purpose, fate) {
                (Purpose::Open, Fate::Chosen(path)) => self.leave(Goal::Open(path), context),
                (Purpose::Save, Fate::Chosen(path)) => self.save_to(&with_ending(path), context),
                (_, Fate::Cancelled) => self.then = None,
                (Purpose::Open, Fate::Missing) => self.dialog = Some(Dialog::open()),
                (Purpose::Save, Fate::Missing) => {
                    self.dialog = Some(Dialog::save(self.project.workspace().path()));
                }
            }
        }
        let now = context.input(|input| input.time);
        if now - self.looked >= 1.0 && self.dialog.is_none() {
            self.looked = now;
            if self.project.change(Workspace::disk) == Disk::Changed {
                if self.project.workspace().is_changed() {
                    self.dialog = Some(Dialog::changed(self.project.workspace().title()));
                } else {
                    self.answer(Answer::Reload, context);
                    self.message.info("The file has changed on the disk, and was loaded again.");
                }
            }
        }
    }

    pub(crate) fn save(&mut self, context: &Context) {
        if self.project.workspace().path().is_some() {
            self.save_as_it_is(false, context);
        } else {
            self.ask_to_save(context);
        }
    }

    fn save_as_it_is(&mut self, over: bool, context: &Context) {
        match self.project.change(|workspace| workspace.save(over)) {
            Ok(()) => self.saved(context),
            Err(travertine_editing::files::FileProblem::Changed(_)) => {
                self.dialog = Some(Dialog::over(self.project.workspace().title()));
            }
            Err(problem) => self.message.error(problem.to_string()),
        }
    }

    fn save_to(&mut self, path: &Path, context: &Context) {
        match self.project.change(|workspace| workspace.save_as(path)) {
            Ok(()) => self.saved(context),
            Err(problem) => self.message.error(problem.to_string()),
        }
    }

    fn saved(&mut self, context: &Context) {
        if let Some(path) = self.project.workspace().path().map(Path::to_owned) {
            self.note_recent(&path);
            self.message.info(format!("Saved {}", path.display()));
        }
        if let Some(goal) = self.then.take() {
            self.go(goal, context);
        }
    }

    pub(crate) fn open_export(&mut self) {
        self.export = Some(ExportWindow::new(self.project.workspace().path()));
    }

    pub(crate) fn show_gallery(&mut self) {
        self.gallery = Some(Gallery::default());
    }

    fn begin_with(&mut self, choice: Choice, context: &Context) {
        self.gallery = None;
        match choice {
            Choice::Empty => self.leave(Goal::New, context),
            Choice::Bundled(document) => self.leave(Goal::Bundled(document), context),
            Choice::Recent(path) => self.leave(Goal::Open(path), context),
            Choice::Open => self.ask_to_open(context),
        }
    }

    pub(crate) fn undo(&mut self) {
        let undone = self.project.history().undo_label().map(|label| format!("Undone: {label}"));
        self.project.change(|workspace| workspace.history_mut().undo().is_some());
        self.message.info(undone.unwrap_or_default());
    }

    pub(crate) fn redo(&mut self) {
        let redone = self.project.history().redo_label().map(|label| format!("Done again: {label}"));
        self.project.change(|workspace| workspace.history_mut().redo().is_some());
        self.message.info(redone.unwrap_or_default());
    }

    pub(crate) fn copy(&mut self, context: &Context) {
        let outline = self.project.outline();
        let (nodes, frames) = self.canvas.with_contents(context, outline);
        if !nodes.is_empty() || !frames.is_empty() {
            context.copy_text(actions::copy(outline, &nodes, &frames));
        }
    }

    pub(crate) fn cut(&mut self, context: &Context) {
        let outline = self.project.outline();
        let (nodes, frames) = self.canvas.with_contents(context, outline);
        match actions::cut(outline, &nodes, &frames) {
            Ok((text, action)) if !nodes.is_empty() || !frames.is_empty() => {
                context.copy_text(text);
                self.act(Ok(action), None);
            }
            Ok(_) => {}
            Err(refusal) => self.message.error(refusal.to_string()),
        }
    }

    fn paste(&mut self, text: &str) {
        let at = self.canvas.pointer;
        let at = [f64::from(at.x.round()), f64::from(at.y.round())];
        let action = actions::paste(self.project.outline(), text, Some(at));
        self.act(action, None);
    }

    pub(crate) fn duplicate(&mut self, context: &Context) {
        let outline = self.project.outline();
        let (nodes, frames) = self.canvas.with_contents(context, outline);
        let action = actions::duplicate(outline, &nodes, &frames, [40.0, 40.0]);
        self.act(action, None);
    }

    pub(crate) fn delete(&mut self) {
        self.act_on_wires(canvas::remove_wire);
        let canvas = &self.canvas;
        if !canvas.selection.is_empty() || !canvas.frames.is_empty() {
            // What lies in a frame stays.
            let action = actions::delete(self.project.outline(), &canvas.selection, &canvas.frames);
            self.act(action, None);
        }
    }

    pub(crate) fn select_all(&mut self) {
        let document = self.project.outline().document();
        self.canvas.selection = document.nodes.keys().cloned().collect();
        self.canvas.frames = document.annotations.frames.keys().cloned().collect();
    }

    pub(crate) fn open_add_menu(&mut self) {
        self.gallery = None;
        let place = self.canvas.to_screen(self.canvas.pointer);
        self.add_menu = Some(AddMenu::new(place, self.canvas.pointer, None));
    }

    pub(crate) fn open_palette(&mut self) {
        self.palette = Some(CommandPalette::default());
    }

    pub(crate) fn ask_to_rename(&mut self) {
        match self.canvas.selection.first() {
            Some(id) => self.dialog = Some(Dialog::rename(id)),
            None => self.writes_frame = true,
        }
    }

    /// Frames what is selected; the title is typed next.
    pub(crate) fn frame(&mut self, context: &Context) {
        let action = self.canvas.frame_selection(context, self.project.outline());
        self.writes_frame = action.is_ok();
        self.act(action, None);
    }

    pub(crate) fn fit_frame(&mut self, context: &Context) {
        let action = self.canvas.fit_frames(context, self.project.outline());
        self.act(action, None);
    }

    /// Adds a note where the pointer is; its text is typed next.
    pub(crate) fn add_note(&mut self) {
        self.gallery = None;
        let place = [self.canvas.pointer.x, self.canvas.pointer.y].map(|side| f64::from(side.round()));
        let action = actions::note(self.project.outline(), "", place);
        self.writes_frame = true;
        self.act(Ok(action), None);
    }

    pub(crate) fn toggle_muted(&mut self) {
        let nodes = &self.project.outline().document().nodes;
        let all = self.canvas.selection.iter().all(|id| nodes.get(id).is_some_and(|node| node.muted));
        let action = actions::mute(self.canvas.selection.iter().map(String::as_str), !all);
        self.act(Ok(action), None);
    }

    pub(crate) fn toggle_collapsed(&mut self) {
        let collapsed = &self.project.outline().document().annotations.collapsed;
        let all = self.canvas.selection.is_subset(collapsed);
        let action = actions::collapse(self.canvas.selection.iter().map(String::as_str), !all);
        self.act(Ok(action), None);
    }

    pub(crate) fn toggle_folded(&mut self) {
        let folded = &self.project.outline().document().annotations.folded;
        let all = self.canvas.selection.is_subset(folded);
        let action = actions::fold(self.canvas.selection.iter().map(String::as_str), !all);
        self.act(Ok(action), None);
    }

    pub(crate) fn arrange(&mut self, context: &Context) {
        let action = self.canvas.arrange(context, self.project.outline());
        self.act(Ok(action), None);
        self.canvas.fit(Fit::All);
    }

    /// Moves the selected nodes as an action upon them says.
    pub(crate) fn place(&mut self, context: &Context, place: impl Fn(&[Placed]) -> Action) {
        let action = place(&self.canvas.placed(context, self.project.outline()));
        self.act(Ok(action), None);
    }

    /// Puts a bend on each selected wire, where the pointer is.
    pub(crate) fn bend(&mut self) {
        let place = canvas::bend_around(self.canvas.pointer);
        self.act_on_wires(|outline, target| actions::insert_on_wire(outline, canvas::REROUTE, place, target));
    }

    /// Does something to each selected wire, all in one step.
    fn act_on_wires(&mut self, act: impl Fn(&Outline, &Target) -> Result<Action, Refusal>) {
        const WIRES: u64 = 1;
        for target in std::mem::take(&mut self.canvas.wires) {
            self.act(act(self.project.outline(), &target), Some(WIRES));
        }
        self.project.change(|workspace| workspace.history_mut().release());
    }

    pub(crate) fn preview_selected(&mut self) {
        if let Some(id) = self.canvas.selection.first().cloned() {
            self.preview_node(&id);
        }
    }

    fn preview_node(&mut self, id: &str) {
        self.preview.chosen = preview::main_output(self.project.outline(), id).map(Subject::Node);
    }

    pub(crate) fn toggle_solid(&mut self) {
        self.preview.toggle_solid();
    }

    pub(crate) fn toggle_theme(&mut self, context: &Context) {
        let other = if context.theme() == egui::Theme::Dark { egui::Theme::Light } else { egui::Theme::Dark };
        context.set_theme(other);
    }

    pub(crate) fn show_reference(&mut self) {
        let selected = self.canvas.selection.first();
        self.reference = selected.and_then(|id| self.project.outline().definition(id)).cloned();
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.ui(ui);
    }

    /// Over the canvas, the tabulator adds a node; elsewhere it goes from field to field.
    fn raw_input_hook(&mut self, context: &Context, input: &mut egui::RawInput) {
        let over = context.pointer_hover_pos().is_some_and(|pointer| self.canvas.area.contains(pointer));
        if !over || self.gallery.is_some() || context.egui_wants_keyboard_input() || self.add_menu.is_some() {
            return;
        }
        let is_tab = |event: &egui::Event| matches!(event, egui::Event::Key { key: egui::Key::Tab, pressed: true, modifiers, .. } if modifiers.is_none());
        if input.events.iter().any(is_tab) {
            input.events.retain(|event| !is_tab(event));
            self.open_add_menu();
        }
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        let empty = Project::new(Workspace::new(Document::default(), None));
        std::mem::replace(&mut self.project, empty).finish();
    }
}

/// Files of graphs end in `.json`.
fn with_ending(path: PathBuf) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension("json") }
}
