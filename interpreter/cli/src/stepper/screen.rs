//! The screen of the stepper: script on the left, names and table on the right, the tree of effects below. Keys move.

use std::io;

use cardwright::play::Decision;
use cardwright::words::Phrase;
use cardwright_cli::visible::visible;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::page::Page;
use super::window::Window;
use super::{Left, Stepper};

/// What the keys are about.
#[derive(Debug)]
enum Mode {
    Stepping,
    /// Options of an answer, with the one that is marked.
    Choosing {
        answer: usize,
        decision: Decision,
        marked: usize,
    },
    Help,
}

#[derive(Debug)]
struct Screen<'a> {
    stepper: &'a mut Stepper,
    page: Page,
    mode: Mode,
    /// Words about the last key, where it led nowhere.
    note: String,
}

/// Takes the terminal until somebody leaves.
pub fn show(stepper: &mut Stepper) -> io::Result<Left> {
    let mut window = Window::open()?;
    let mut screen = Screen::new(stepper);
    loop {
        window.draw(|frame| screen.draw(frame))?;
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
            && let Some(left) = screen.key(key)
        {
            return Ok(left);
        }
    }
}

impl Screen<'_> {
    fn new(stepper: &mut Stepper) -> Screen<'_> {
        Screen { page: stepper.page(), stepper, mode: Mode::Stepping, note: String::new() }
    }

    /// What a key does; gives how it is left.
    fn key(&mut self, key: KeyEvent) -> Option<Left> {
        self.note.clear();
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return Some(Left::Interrupted);
        }
        match &mut self.mode {
            Mode::Help => self.mode = Mode::Stepping,
            Mode::Choosing { decision, marked, .. } => {
                let last = decision.options.len().saturating_sub(1);
                match key.code {
                    KeyCode::Up | KeyCode::Char('k') => *marked = marked.saturating_sub(1),
                    KeyCode::Down | KeyCode::Char('j') => *marked = (*marked + 1).min(last),
                    KeyCode::Home => *marked = 0,
                    KeyCode::End => *marked = last,
                    KeyCode::Enter => self.take(),
                    KeyCode::Esc | KeyCode::Char('q') => self.mode = Mode::Stepping,
                    _ => {}
                }
            }
            Mode::Stepping => return self.step_key(key.code),
        }
        None
    }

    fn step_key(&mut self, code: KeyCode) -> Option<Left> {
        let (moved, words) = match code {
            KeyCode::Right | KeyCode::Char('n' | ' ') => (self.stepper.next(), Phrase::EndSoFarEnter),
            KeyCode::Left | KeyCode::Char('p') => (self.stepper.previous(), Phrase::AtTheBeginning),
            KeyCode::Up => (self.stepper.decision(false), Phrase::NoEarlierDecision),
            KeyCode::Down => (self.stepper.decision(true), Phrase::NoLaterDecision),
            KeyCode::Home => (self.stepper.go_to(0), Phrase::AtTheBeginning),
            KeyCode::End => (self.stepper.go_to(self.stepper.game.answer_count()), Phrase::EndOver),
            KeyCode::Enter | KeyCode::Char('c') => return self.begin_choosing(),
            KeyCode::Char('?' | 'h') => {
                self.mode = Mode::Help;
                return None;
            }
            KeyCode::Char('q') | KeyCode::Esc => return Some(Left::Quit),
            _ => return None,
        };
        if moved {
            self.page = self.stepper.page();
        } else {
            self.note = self.stepper.say(words, &[]);
        }
        None
    }

    fn begin_choosing(&mut self) -> Option<Left> {
        let Some((answer, decision, taken)) = self.stepper.chosen_at() else {
            self.note = self.stepper.say(Phrase::NobodyAsked, &[]);
            return None;
        };
        if !self.stepper.may_choose(&decision) {
            self.note = self.stepper.say(Phrase::NotYoursUp, &[]);
            return None;
        }
        if !self.stepper.changes {
            return Some(Left::BackTo(answer));
        }
        self.mode = Mode::Choosing { answer, decision, marked: taken.unwrap_or(0) };
        None
    }

    fn take(&mut self) {
        let Mode::Choosing { answer, marked, .. } = std::mem::replace(&mut self.mode, Mode::Stepping) else { return };
        match self.stepper.choose(answer, marked) {
            Ok(()) => self.page = self.stepper.page(),
            Err(why) => self.note = why,
        }
    }

    // ---- drawing

    fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let tree = (area.height / 3).max(4);
        let rows = Layout::vertical([
            Constraint::Length(2),
            Constraint::Min(5),
            Constraint::Length(tree),
            Constraint::Length(1),
        ]);
        let [head, middle, below, foot] = rows.areas(area);
        let [left, right] = Layout::horizontal([Constraint::Percentage(56), Constraint::Min(20)]).areas(middle);
        let names = self.page.names.len().clamp(1, usize::from(middle.height / 2).saturating_sub(2).max(1)) as u16 + 2;
        let [top, bottom] = Layout::vertical([Constraint::Length(names), Constraint::Min(3)]).areas(right);
        self.head(frame, head);
        self.source(frame, left);
        self.names(frame, top);
        self.table(frame, bottom);
        self.tree(frame, below);
        let words = if self.note.is_empty() { self.word(Phrase::StepKeys) } else { self.note.clone() };
        frame.render_widget(Paragraph::new(words).style(Style::new().add_modifier(Modifier::DIM)), foot);
        match &self.mode {
            Mode::Stepping => {}
            Mode::Help => {
                let help = self.word(Phrase::StepHelp);
                let lines = help.lines().map(|line| Line::raw(line.to_owned())).collect();
                popup(frame, &self.title(Phrase::KeysTitle), lines, 0);
            }
            Mode::Choosing { decision, marked, .. } => self.choices(frame, decision, *marked),
        }
    }

    fn word(&self, phrase: Phrase) -> String {
        self.stepper.say(phrase, &[])
    }

    fn title(&self, phrase: Phrase) -> String {
        format!(" {} ", self.word(phrase))
    }

    fn head(&self, frame: &mut Frame<'_>, area: Rect) {
        let around = self
            .page
            .under_way
            .first()
            .map_or(String::new(), |around| format!("   {}", self.stepper.say(Phrase::In, &[around])));
        let first = Line::from(vec![bold(self.page.whereabouts.clone()), Span::raw(around)]);
        frame.render_widget(Paragraph::new(vec![first, Line::raw(self.page.asked.clone())]), area);
    }

    fn source(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(source) = &self.page.source else {
            let block = Block::bordered().title(self.title(Phrase::ScriptTitle));
            frame.render_widget(Paragraph::new(self.page.clause.clone()).wrap(Wrap { trim: true }).block(block), area);
            return;
        };
        let (height, width) = (usize::from(area.height.saturating_sub(2)), usize::from(area.width.saturating_sub(2)));
        let first = source.line.saturating_sub(height / 2);
        let mut lines = Vec::new();
        for (at, line) in source.lines.iter().enumerate().skip(first).take(height) {
            let number = format!("{}{:>4} ", if at == source.line { '▶' } else { ' ' }, at + 1);
            let mut spans = vec![Span::raw(number)];
            if at == source.line {
                spans.extend(marked(line, source.columns, width.saturating_sub(6)));
            } else {
                spans.push(Span::styled(line.clone(), Style::new().add_modifier(Modifier::DIM)));
            }
            lines.push(Line::from(spans));
        }
        let block = Block::bordered().title(format!(" {} ", self.page.place));
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    fn names(&self, frame: &mut Frame<'_>, area: Rect) {
        let names = self.page.names.iter();
        let mut lines: Vec<Line<'_>> = names
            .map(|(name, value)| {
                let line = self.stepper.say(Phrase::NameIs, &[name, value]);
                let means = line.strip_prefix(name.as_str()).unwrap_or_default().to_owned();
                Line::from(vec![bold(name.clone()), Span::raw(means)])
            })
            .collect();
        if lines.is_empty() {
            let none = if self.stepper.tells_names() { Phrase::NoNames } else { Phrase::ShownWithOpen };
            lines.push(Line::styled(self.word(none), Style::new().add_modifier(Modifier::DIM)));
        }
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(self.title(Phrase::NamesTitle))), area);
    }

    /// What changed stands first: there may be more than fits.
    fn table(&self, frame: &mut Frame<'_>, area: Rect) {
        let mut lines = Vec::new();
        for change in &self.page.changes {
            let after = if change.after.is_empty() { self.word(Phrase::Nothing) } else { change.after.clone() };
            let text = format!("* {}", self.stepper.say(Phrase::Headed, &[&change.name, &after]));
            lines.push(Line::styled(text, Style::new().add_modifier(Modifier::BOLD)));
        }
        let changed = |name: &str| self.page.changes.iter().any(|change| change.name == name);
        for place in self.page.places.iter().filter(|place| !changed(&place.name)) {
            let text = self.stepper.say(Phrase::Headed, &[&place.name, &place.holds]);
            lines.push(Line::raw(format!("  {text}")));
        }
        if lines.is_empty() {
            lines.push(Line::styled(self.word(Phrase::NothingChanges), Style::new().add_modifier(Modifier::DIM)));
        }
        let block = Block::bordered().title(self.title(Phrase::TableTitle));
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), area);
    }

    fn tree(&self, frame: &mut Frame<'_>, area: Rect) {
        let height = usize::from(area.height.saturating_sub(2));
        let tree = &self.page.tree;
        // Up to here it has happened when this clause is through.
        let done = tree.iter().rposition(|line| line.step <= self.page.step).map_or(0, |at| at + 1);
        let first = done.saturating_sub(height.saturating_sub(1)).min(tree.len().saturating_sub(height));
        let line = |(at, line): (usize, &cardwright::play::StepLine)| {
            let now = line.step == self.page.step;
            let place = line.place.as_ref().map_or(String::new(), |place| format!("  [{place}]"));
            let text = format!("{}{}{}{place}", if now { "▶ " } else { "  " }, "  ".repeat(line.level), line.text);
            let style = match (now, at < done) {
                (true, _) => Style::new().add_modifier(Modifier::BOLD),
                (false, true) => Style::new(),
                (false, false) => Style::new().add_modifier(Modifier::DIM),
            };
            Line::styled(text, style)
        };
        let lines: Vec<Line<'_>> = tree.iter().enumerate().skip(first).take(height).map(line).collect();
        frame.render_widget(
            Paragraph::new(lines).block(Block::bordered().title(self.title(Phrase::EffectsTitle))),
            area,
        );
    }

    fn choices(&self, frame: &mut Frame<'_>, decision: &Decision, marked: usize) {
        let option = |(at, option): (usize, &cardwright::play::OptionView)| {
            let line = option.line();
            let text = format!("{} {}  {}", if at == marked { '▶' } else { ' ' }, at + 1, visible(&line));
            let style = if at == marked { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
            Line::styled(text, style)
        };
        let lines = decision.options.iter().enumerate().map(option).collect();
        let title = self.stepper.say(Phrase::Headed, &[&self.stepper.who(decision), &decision.prompt]);
        popup(frame, &format!(" {} ", visible(&title)), lines, marked);
    }
}

fn bold<'t>(text: String) -> Span<'t> {
    Span::styled(text, Style::new().add_modifier(Modifier::BOLD))
}

/// A line with a part of it marked; where that lies too far to the right, the beginning of the line is left out.
fn marked(line: &str, (from, to): (usize, usize), width: usize) -> Vec<Span<'static>> {
    let left_out = if to > width { from.saturating_sub(width / 4) } else { 0 };
    let part = |from: usize, to: usize| -> String { line.chars().skip(from).take(to.saturating_sub(from)).collect() };
    let mut spans = Vec::new();
    if left_out > 0 {
        spans.push(Span::raw("… "));
    }
    spans.push(Span::raw(part(left_out, from)));
    spans.push(Span::styled(part(from, to), Style::new().add_modifier(Modifier::REVERSED)));
    spans.push(Span::raw(part(to, usize::MAX)));
    spans
}

/// A box in the middle; scrolled so that a line of it is seen.
fn popup(frame: &mut Frame<'_>, title: &str, lines: Vec<Line<'_>>, seen: usize) {
    let area = frame.area();
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(title.chars().count());
    let width = (u16::try_from(widest).unwrap_or(u16::MAX).saturating_add(4)).min(area.width);
    let height = (u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2)).min(area.height);
    let place = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    let room = usize::from(height.saturating_sub(2));
    let scrolled = (seen + 1).saturating_sub(room);
    let scrolled = u16::try_from(scrolled).unwrap_or(u16::MAX);
    frame.render_widget(Clear, place);
    let text = Paragraph::new(lines).scroll((scrolled, 0));
    frame.render_widget(text.block(Block::bordered().title(title.to_owned())), place);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use cardwright::load::{Request, load};
    use cardwright::play::{Match, Viewer};
    use cardwright::program::Program;
    use cardwright::source::{FileKind, SourceFile, Sources};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    const MANIFEST: &str = "[game]\nid = \"toy\"\nversion = \"0.1.0\"\nname = \"Toy\"\nplayers = [2, 2]\n\
        ranking = [\"points\"]\n[counter]\npoints = { on = \"player\", min = 0 }\n[kind.imp]\nabilities = { play = {} }\n\
        starts_in = \"tray\"\n[zone]\ntray = { faces = \"up\" }\ndone = { per = \"player\", faces = \"up\" }\n\
        [flow]\nturn = [\"act\"]\nround = [\"turn\"]\n";
    const SCRIPT: &str = "imp dragon {\n  play {\n    let n is 3\n    gain n points\n    choose p from players\n    \
        gain 1 points on p\n  }\n}\nimp mouse {\n  play { gain 1 points }\n}\nphase act {\n  choose c from tray\n  \
        move c to me.done   run c.play\n  if round is 2 { end game }\n}\n";

    fn program() -> Arc<Program> {
        let mut sources = Sources::default();
        sources.add(SourceFile::new("game.toml", MANIFEST, FileKind::Manifest, None));
        sources.add(SourceFile::new("rules.card", SCRIPT, FileKind::Script, None));
        load(&sources, &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}")).program
    }

    fn stepper(viewer: Viewer, changes: bool) -> Stepper {
        let found = Match::seek(&program(), "dragon", None, 1).unwrap_or_else(|why| panic!("{why:?}"));
        Stepper::new(found.game, viewer, found.first, changes).unwrap_or_else(|| panic!("no such answer"))
    }

    fn press(screen: &mut Screen<'_>, code: KeyCode) -> Option<Left> {
        screen.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn drawn(screen: &Screen<'_>, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap_or_else(|error| panic!("{error}"));
        terminal.draw(|frame| screen.draw(frame)).unwrap_or_else(|error| panic!("{error}"));
        // The words of a window without columns cannot be told.
        if width == 0 { String::new() } else { terminal.backend().to_string() }
    }

    #[test]
    fn keys_go_from_clause_to_clause_and_the_screen_shows_each() {
        let mut stepper = stepper(Viewer::All, true);
        let mut screen = Screen::new(&mut stepper);
        while !screen.page.clause.starts_with("gain n") {
            assert_eq!(press(&mut screen, KeyCode::Right), None);
        }
        let text = drawn(&screen, 80, 24);
        for part in ["▶   4     gain n points", "n is 3", "* p1: points 3", "▶   p1: points +3 → 3", "Enter choose"]
        {
            assert!(text.contains(part), "no `{part}` in\n{text}");
        }
        assert!(drawn(&screen, 140, 40).contains("`play` of Dragon"));
        press(&mut screen, KeyCode::Left);
        assert!(screen.page.clause.starts_with("let n"), "{}", screen.page.clause);
        assert_eq!(press(&mut screen, KeyCode::Char('q')), Some(Left::Quit));
    }

    #[test]
    fn enter_chooses_differently_and_goes_on_from_there() {
        let mut stepper = stepper(Viewer::All, true);
        let mut screen = Screen::new(&mut stepper);
        press(&mut screen, KeyCode::Down);
        let before = screen.page.asked.clone();
        press(&mut screen, KeyCode::Enter);
        let text = drawn(&screen, 80, 24);
        assert!(text.contains("1  p1") && text.contains("2  p2"), "{text}");
        let other = if before.ends_with("p1") { KeyCode::Down } else { KeyCode::Up };
        press(&mut screen, other);
        press(&mut screen, KeyCode::Enter);
        assert_ne!(screen.page.asked, before);
        press(&mut screen, KeyCode::Up);
        assert!(screen.page.asked.ends_with("Dragon"), "{}", screen.page.asked);
    }

    #[test]
    fn in_a_game_that_goes_on_elsewhere_only_own_decisions_can_be_gone_back_to() {
        let mut own = stepper(Viewer::Seat(0), false);
        let answer = own.answer;
        assert_eq!(press(&mut Screen::new(&mut own), KeyCode::Enter), Some(Left::BackTo(answer)));
        let mut others = stepper(Viewer::Seat(1), false);
        let mut screen = Screen::new(&mut others);
        assert_eq!(press(&mut screen, KeyCode::Enter), None);
        let text = drawn(&screen, 80, 24);
        assert!(text.contains("not yours") && text.contains("shown with --open"), "{text}");
    }

    #[test]
    fn small_and_large_windows_are_drawn_and_help_lies_above() {
        let mut stepper = stepper(Viewer::All, true);
        let mut screen = Screen::new(&mut stepper);
        for (width, height) in [(0, 0), (1, 1), (10, 3), (10, 4), (40, 12), (200, 60), (1000, 500)] {
            drawn(&screen, width, height);
        }
        press(&mut screen, KeyCode::Char('?'));
        drawn(&screen, 1, 1);
        assert!(drawn(&screen, 80, 24).contains("the decision before"));
        press(&mut screen, KeyCode::Esc);
        press(&mut screen, KeyCode::Enter);
        for (width, height) in [(0, 0), (1, 1), (10, 3)] {
            drawn(&screen, width, height);
        }
        let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(screen.key(ctrl_c), Some(Left::Interrupted));
        assert!(!drawn(&screen, 80, 24).contains("the decision before"));
    }
}
