//! Which news each seat has been told, and what it is still to be told.

use cardwright::play::{Match, Viewer};

/// What was told to whom.
#[derive(Debug)]
pub struct Telling {
    /// How many news of the match each seat has been told, spectators last.
    told: Vec<usize>,
    /// For each of these, news that the match will not tell again.
    waiting: Vec<Vec<String>>,
    /// For each of these, lines that were taken from the match and not shown yet.
    early: Vec<Vec<String>>,
    /// What everybody saw, and for each seat how much of it lies behind it.
    public: Vec<String>,
    behind: Vec<usize>,
}

impl Telling {
    /// Nobody has been told anything.
    pub fn new(seats: usize) -> Telling {
        let none = || vec![Vec::new(); seats + 1];
        Telling { told: vec![0; seats + 1], waiting: none(), early: none(), public: Vec::new(), behind: vec![0; seats] }
    }

    fn slot(&self, viewer: Viewer) -> usize {
        if let Viewer::Seat(seat) = viewer { seat } else { self.behind.len() }
    }

    /// What a viewer has not been told yet.
    pub fn news(&mut self, game: &mut Match, viewer: Viewer) -> Vec<String> {
        let slot = self.slot(viewer);
        let mut news = self.waiting.get_mut(slot).map(std::mem::take).unwrap_or_default();
        news.extend(game.news(viewer));
        if let Some(told) = self.told.get_mut(slot) {
            *told += news.len();
        }
        let mut lines = self.early.get_mut(slot).map(std::mem::take).unwrap_or_default();
        lines.extend(news);
        lines
    }

    /// Keeps lines that were told too early, or that are not the match's: they come first when the viewer is told again.
    pub fn hold(&mut self, viewer: Viewer, lines: Vec<String>) {
        let slot = self.slot(viewer);
        if let Some(early) = self.early.get_mut(slot) {
            early.extend(lines);
        }
    }

    /// What a seat is told that is asked now.
    pub fn asked(&mut self, game: &mut Match, seat: usize) -> Vec<String> {
        let public = self.news(game, Viewer::Spectator);
        self.public.extend(public);
        if let Some(behind) = self.behind.get_mut(seat) {
            *behind = self.public.len();
        }
        self.news(game, Viewer::Seat(seat))
    }

    /// What several seats are told together: all since the first of them was asked last.
    pub fn together(&mut self, game: &mut Match, seats: impl Iterator<Item = usize>) -> Vec<String> {
        let public = self.news(game, Viewer::Spectator);
        self.public.extend(public);
        let first = seats.filter_map(|seat| self.behind.get(seat)).min().copied().unwrap_or(0);
        self.public.get(first..).unwrap_or_default().to_vec()
    }

    /// A match that was taken back tells everything from its beginning: leaves out what is known already.
    pub fn taken_back(&mut self, game: &mut Match) {
        let viewers = (0..self.behind.len()).map(Viewer::Seat).chain([Viewer::Spectator]);
        let lines = self.told.iter_mut().zip(&mut self.waiting).zip(&mut self.early);
        for (viewer, ((told, waiting), early)) in viewers.zip(lines) {
            let all = game.news(viewer);
            // What was not read yet is told again, if it still stands.
            *told = all.len().min(told.saturating_sub(early.len()));
            early.clear();
            *waiting = all.into_iter().skip(*told).collect();
        }
        self.public.truncate(self.told.last().copied().unwrap_or(0));
        for behind in &mut self.behind {
            *behind = self.public.len().min(*behind);
        }
    }
}
