//! What is shown of one clause: the script around it, names, the places that matter, the tree of effects. Pure.

use cardwright::play::StepLine;
use cardwright::words::Phrase;
use cardwright_cli::visible::visible;

use super::Stepper;
use super::table::{self, Change, Place};

/// One clause and everything about it.
#[derive(Clone, Debug)]
pub struct Page {
    /// `answer 5 of 9, clause 2 of 4`
    pub whereabouts: String,
    /// Who was asked what, and what they took.
    pub asked: String,
    /// `rules.card:12`; empty where the viewer may not know it.
    pub place: String,
    /// The clause itself on one line, without its block.
    pub clause: String,
    pub source: Option<Source>,
    /// What was under way, the innermost first.
    pub under_way: Vec<String>,
    pub names: Vec<(String, String)>,
    /// What the clause changed.
    pub changes: Vec<Change>,
    /// The places that this answer changed or that hold what a name stands for, as they are now.
    pub places: Vec<Place>,
    pub tree: Vec<StepLine>,
    pub step: usize,
}

/// A script with a clause marked in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub file: String,
    pub lines: Vec<String>,
    /// The line of the clause, from 0, and its first and last column, from 0 and behind it, in characters.
    pub line: usize,
    pub columns: (usize, usize),
}

impl Stepper {
    /// The page of the clause it stands at.
    pub fn page(&self) -> Page {
        let (steps, step, viewer) = (&self.stepped.steps, self.step, self.viewer);
        let language = self.game.program().language;
        let shown = steps.shows(step, viewer);
        let source = if shown { self.source() } else { None };
        let names = if self.tells_names() { steps.names(step) } else { Vec::new() };
        let (before, after) = (steps.before(step, viewer), steps.after(step, viewer));
        let last = steps.len().saturating_sub(1);
        let whole = table::changes(language, &steps.before(0, viewer), &steps.after(last, viewer));
        let changes = table::changes(language, &before, &after);
        let matters = |place: &Place| {
            let changed = whole.iter().chain(&changes).any(|change| change.name == place.name);
            changed || names.iter().any(|(_, value)| value.len() > 2 && place.holds.contains(value.as_str()))
        };
        let places = table::places(language, &after).into_iter().filter(matters).collect();
        let (clause, place) = match &source {
            Some(source) => (source.clause(), format!("{}:{}", source.file, source.line + 1)),
            None if shown => (self.say(Phrase::TheGameItself, &[]), String::new()),
            None => (self.say(Phrase::UnknownText, &[]), String::new()),
        };
        let page = Page {
            whereabouts: self.whereabouts(),
            asked: self.asked(),
            place,
            clause,
            source,
            under_way: if shown { steps.under_way(step) } else { Vec::new() },
            names,
            changes,
            places,
            tree: steps.tree(viewer),
            step,
        };
        page.visible()
    }

    fn whereabouts(&self) -> String {
        let (clause, clauses) = (self.step + 1, self.stepped.steps.len().max(1));
        let more = match self.stepped.steps.left_out {
            0 => String::new(),
            n => self.say(Phrase::NotKept, &[&n]),
        };
        match self.answer {
            0 => self.say(Phrase::AtBeginning, &[&clause, &clauses, &more]),
            n => self.say(Phrase::AtAnswer, &[&n, &self.game.answer_count(), &clause, &clauses, &more]),
        }
    }

    /// The question of this answer, and what was taken.
    pub fn asked(&self) -> String {
        let Some(decision) = &self.stepped.decision else { return self.say(Phrase::SetUp, &[]) };
        if !self.may_choose(decision) {
            return self.say(Phrase::Answered, &[&self.who(decision)]);
        }
        let taken = decision.options.get(self.stepped.option).map_or("", |option| option.label.as_str());
        self.say(Phrase::AskedAndTook, &[&self.who(decision), &decision.prompt, &taken])
    }

    fn source(&self) -> Option<Source> {
        let span = self.stepped.steps.clause(self.step)?;
        let file = self.game.program().sources.get(span.file)?;
        let at = file.line_column(span.start);
        let lines: Vec<String> = file.text.lines().map(str::to_owned).collect();
        // What stands in its block are clauses of their own.
        let text = file.slice(span);
        let head = text.split('{').next().unwrap_or(text).lines().next().unwrap_or("");
        // What it asks stands above the script, in the language of the game.
        let head = head.split(" says ").next().unwrap_or(head).trim_end();
        let (line, first) = (at.line.saturating_sub(1) as usize, at.column.saturating_sub(1) as usize);
        Some(Source { file: file.name.clone(), lines, line, columns: (first, first + head.chars().count()) })
    }
}

impl Page {
    /// With words that no name can fill with control characters: the screen would leave them out.
    fn visible(mut self) -> Page {
        let single = [&mut self.whereabouts, &mut self.asked, &mut self.place, &mut self.clause];
        let names = self.names.iter_mut().flat_map(|(name, value)| [name, value]);
        let changes = self.changes.iter_mut().flat_map(|c| [&mut c.name, &mut c.before, &mut c.after]);
        let places = self.places.iter_mut().flat_map(|place| [&mut place.name, &mut place.holds]);
        let tree = self.tree.iter_mut().flat_map(|line| [&mut line.text].into_iter().chain(line.place.as_mut()));
        let source = self.source.iter_mut().flat_map(|s| s.lines.iter_mut().chain([&mut s.file]));
        let all = single.into_iter().chain(names).chain(changes).chain(places).chain(tree).chain(source);
        for text in all.chain(&mut self.under_way) {
            *text = visible(text).into_owned();
        }
        self
    }
}

impl Source {
    /// The marked text.
    fn clause(&self) -> String {
        let (from, to) = self.columns;
        self.lines.get(self.line).map_or("", String::as_str).chars().skip(from).take(to - from).collect()
    }
}
