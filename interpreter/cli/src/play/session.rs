//! One game from its first decision to its end: asks people, answers for the bots, keeps the record.

use std::fmt::Display;
use std::io;
use std::sync::Arc;

use cardwright::play::{Bot, Decision, LookUp, Match, Save, SaveError, Status, View, Viewer, see_alike};
use cardwright::rng::GameRng;
use cardwright::words::{Language, Phrase};

use super::console::{Console, Typed};
use super::input::{self, Filtered, Line};
use super::record::{Given, Record};
use super::reload::Reloader;
use super::saver::Saver;
use super::sealed::Answers;
use super::telling::Telling;
use super::{Sitter, screen};
use crate::failure::{Failure, Verdict};
use crate::report::say;
use crate::roots::Roots;
use crate::setup::Setup;
use crate::stepper::{self, Left, Stepper};

/// Keeps the numbers of random seats apart from those of the match, which come from the same seed.
const RANDOM_SEATS: u64 = 0x7365_6174_7365_6174;

/// So many answers without a choice are given in a row; then somebody is asked, who may want to leave.
const MOST_FORCED: usize = 200;

/// A game in progress at this terminal.
#[derive(Debug)]
pub struct Session {
    pub(super) game: Match,
    sitters: Vec<Sitter>,
    seed: u64,
    pub(super) record: Arc<Record>,
    pub(super) console: Console,
    /// The person who was asked last.
    last: Option<usize>,
    pub(super) telling: Telling,
    /// Ask also where there is only one option.
    pub ask_all: bool,
    /// The table as each seat saw it last.
    shown: Vec<Option<View>>,
    /// Answers without a choice since somebody was asked.
    forced: usize,
    pub open: bool,
    /// Saved files change the rules.
    pub reloader: Option<Reloader>,
    /// Where the game is kept.
    pub saver: Option<Saver>,
    /// Where a card that this game does not have is looked for.
    pub elsewhere: Option<(Setup, Roots)>,
}

/// How a question to a person ended.
enum Asked {
    /// Answered or taken back: the next decision is another one.
    Moved,
    Left,
    /// Left by Ctrl-C.
    Interrupted,
}

impl Session {
    /// A session at the start of a match.
    pub fn new(game: Match, sitters: Vec<Sitter>, seed: u64, record: Arc<Record>, console: Console) -> Session {
        let seats = game.seats();
        Session {
            game,
            sitters,
            seed,
            record,
            console,
            last: None,
            telling: Telling::new(seats),
            ask_all: false,
            forced: 0,
            shown: vec![None; seats],
            open: false,
            reloader: None,
            saver: None,
            elsewhere: None,
        }
    }

    /// Gives the first so many answers of a saved game again. Where it no longer goes as it did, that is told; `anyway`: and
    /// gone on with, as far as the answers are possible.
    pub fn take_up(&mut self, save: &Save, until: usize, anyway: bool) -> Result<(), SaveError> {
        let mut told = false;
        for taken in 0..=save.answers.len().min(until) {
            match save.check(&self.game, taken) {
                Err(error) if !anyway => return Err(error),
                Err(error) if !told => {
                    say(&format!("this is not the game that was saved: {error}"));
                    told = true;
                }
                _ => {}
            }
            let Some(given) = save.answers.get(taken).filter(|_| taken < until) else { break };
            let by_hand = self.asked_next();
            let noted = match self.game.take_noted(given) {
                Err(error) if anyway => {
                    say(&format!("{error}\nthe game goes on from before it"));
                    break;
                }
                noted => noted?,
            };
            self.record.given().push(Given { option: noted.index, by_hand });
            if let Some(saver) = &mut self.saver {
                saver.note(noted);
            }
        }
        self.record.came_from_save(save.answers.len());
        Ok(())
    }

    /// Gives the answers of an earlier game again.
    pub fn replay(&mut self, answers: &Answers) -> Result<(), Failure> {
        let Some(numbers) = answers.open(self.seed) else {
            return Err(Failure::usage("`--answers`: these were sealed for another seed"));
        };
        for (index, &number) in numbers.iter().enumerate() {
            let nth = index + 1;
            let Some(decision) = self.game.decision() else {
                let over =
                    format!("`--answers`: the game is over after {index} answers, but {} are given", numbers.len());
                return Err(Failure::Usage(over));
            };
            let by_hand = self.asked_next();
            let count = decision.options.len();
            let option = number.checked_sub(1).filter(|option| *option < count);
            let Some(option) = option else {
                let is = if answers.sealed() { "not possible".to_owned() } else { number.to_string() };
                let why = format!("`--answers`: number {nth} is {is}, but the options are 1 to {count}");
                return Err(Failure::Usage(format!("{why}\nwere they given with other rules or another seed?")));
            };
            self.answer(option, by_hand)
                .map_err(|why| Failure::Usage(format!("`--answers`: number {nth} is not possible: {why}")))?;
        }
        Ok(())
    }

    /// Plays until the game ends or the person leaves.
    pub fn run(&mut self) -> Result<Verdict, Failure> {
        loop {
            self.keep()?;
            let over = match self.game.status() {
                Status::Ended => Some(self.ended()?),
                Status::Stopped(_) => Some(self.stopped(&self.game.fault_text().unwrap_or_default())?),
                Status::Deciding => None,
            };
            if let Some(verdict) = over {
                // Whoever edits cards may go on by other rules.
                if !self.saved_instead_of_leaving()? {
                    return Ok(verdict);
                }
                continue;
            }
            let Some(decision) = self.game.decision().filter(|decision| !decision.options.is_empty()) else {
                return self.stopped("nobody has anything to answer, yet the game has not ended");
            };
            let Some(seat) = self.person(&decision) else {
                let option = self.bot_answer(&decision);
                if let Err(why) = self.answer(option, false) {
                    return self.stopped(&why);
                }
                self.tell_watchers()?;
                continue;
            };
            if self.has_no_choice(&decision) {
                if let Err(why) = self.take_only(&decision, seat) {
                    return self.stopped(&why);
                }
                continue;
            }
            self.forced = 0;
            let verdict = match self.ask(&decision, seat)? {
                Asked::Moved => continue,
                Asked::Left => Verdict::Fine,
                Asked::Interrupted => Verdict::Interrupted,
            };
            self.console.print(&self.record.farewell())?;
            return Ok(verdict);
        }
    }

    fn language(&self) -> Language {
        self.game.program().language
    }

    fn say(&self, phrase: Phrase, parts: &[&dyn Display]) -> String {
        self.game.program().say(phrase, parts)
    }

    /// Brings the file up to date: always where a person is asked or has answered, and at the end.
    fn keep(&mut self) -> Result<(), Failure> {
        let Some(mut saver) = self.saver.take() else { return Ok(()) };
        let by_hand = self.record.given().last().is_none_or(|given| given.by_hand);
        let now = by_hand || self.game.decision().is_none_or(|decision| self.person(&decision).is_some());
        let kept = saver.write(&self.game, now);
        self.saver = Some(saver);
        kept
    }

    /// The seat of the person who must answer; `None` where the answer is left to chance.
    fn person(&self, decision: &Decision) -> Option<usize> {
        decision.seat().filter(|seat| self.sitters.get(*seat) == Some(&Sitter::Human))
    }

    /// Whether a question to a person is not worth asking: there is one option, and taking it tells nobody anything. Whoever
    /// takes over the screen is asked: else the others learn that there was no choice. So is one who answers in secret.
    fn has_no_choice(&self, decision: &Decision) -> bool {
        let single = !self.ask_all && decision.options.len() == 1 && !decision.secret;
        single && self.forced < MOST_FORCED && self.person(decision).is_some_and(|seat| !self.takes_over(seat))
    }

    /// Whether a person is to answer the next question, and notes who was asked, for what has been answered before.
    fn asked_next(&mut self) -> bool {
        let Some(decision) = self.game.decision() else { return false };
        let asked = self.person(&decision).filter(|_| !self.has_no_choice(&decision));
        self.last = asked.or(self.last);
        asked.is_some()
    }

    /// Takes the only option for a person, and says so.
    fn take_only(&mut self, decision: &Decision, seat: usize) -> Result<(), String> {
        self.forced += 1;
        let before = self.telling.news(&mut self.game, Viewer::Seat(seat));
        self.answer(0, false)?;
        let mut after = self.telling.news(&mut self.game, Viewer::Seat(seat));
        let label = decision.options.first().map_or("", |option| option.label.as_str());
        // Mostly the news begin with what was chosen.
        let telling = label.chars().any(char::is_alphabetic);
        match after.first_mut().filter(|line| telling && line.contains(label)) {
            Some(line) => *line = self.say(Phrase::OnlyOne, &[line]),
            None => {
                after.insert(0, self.say(Phrase::OnlyOne, &[&self.say(Phrase::Headed, &[&decision.prompt, &label])]))
            }
        }
        self.telling.hold(Viewer::Seat(seat), before.into_iter().chain(after).collect());
        Ok(())
    }

    fn humans(&self) -> usize {
        self.people().count()
    }

    /// Whether a person must not see what the one before has seen.
    fn takes_over(&self, seat: usize) -> bool {
        let before = self.last.filter(|last| *last != seat && self.sitters.get(*last) == Some(&Sitter::Human));
        !self.open && before.is_some_and(|last| !see_alike(self.game.program(), last, seat))
    }

    /// Keeps answers from being read where people at this screen know what others there must not.
    pub(super) fn seal(&self) {
        let humans: Vec<usize> = self.people().collect();
        let apart = humans.iter().zip(humans.iter().skip(1)).any(|(a, b)| !see_alike(self.game.program(), *a, *b));
        self.record.seal(apart && !self.open);
    }

    /// The seats of people.
    fn people(&self) -> impl Iterator<Item = usize> + '_ {
        let seats = self.sitters.iter().enumerate();
        seats.filter(|(_, sitter)| **sitter == Sitter::Human).map(|(seat, _)| seat)
    }

    /// What is random depends on seed and place in the game only, so that undo and replay find it again.
    fn bot_answer(&self, decision: &Decision) -> usize {
        let mut rng = GameRng::new(self.seed ^ RANDOM_SEATS, self.record.given().len() as u64);
        let bot = match decision.seat().and_then(|seat| self.sitters.get(seat)) {
            Some(Sitter::Bot(bot)) => *bot,
            _ => Bot::Random,
        };
        self.game.bot_answer(bot, |count| rng.pick(count)).unwrap_or(0)
    }

    fn answer(&mut self, option: usize, by_hand: bool) -> Result<(), String> {
        match &mut self.saver {
            Some(saver) => saver.note(self.game.answer_noted(option).map_err(|rejected| rejected.to_string())?),
            None => self.game.answer(option).map_err(|rejected| rejected.to_string())?,
        }
        self.record.given().push(Given { option, by_hand });
        Ok(())
    }

    /// Where nobody plays, what happens is told as it happens.
    fn tell_watchers(&mut self) -> io::Result<()> {
        if self.humans() > 0 {
            return Ok(());
        }
        let news = self.telling.news(&mut self.game, Viewer::Spectator);
        self.console.show(&screen::news(&news))
    }

    fn ask(&mut self, decision: &Decision, seat: usize) -> Result<Asked, Failure> {
        let name = self.game.seat_name(seat);
        let several = self.humans() > 1;
        let hand_over = self.say(Phrase::HandOver, &[&name]);
        if self.takes_over(seat) && self.console.interactive && self.console.hand_over(&hand_over)?.is_none() {
            return Ok(Asked::Left);
        }
        self.last = Some(seat);
        let shown_name = several.then_some(name.as_str());
        let prompt = shown_name.map_or("> ".to_owned(), |name| format!("{name}> "));

        let news = self.telling.asked(&mut self.game, seat);
        let mut text = screen::news(&news);
        let question =
            screen::question(self.language(), decision, shown_name) + &screen::options(&decision.options, None);
        // The table does not change between the picks of one choice.
        if decision.picked.is_empty() {
            text += if text.is_empty() { "" } else { "\n" };
            text += &self.table(seat, &format!("{text}{question}"));
        }
        if !text.is_empty() {
            text.insert(0, '\n');
        }
        self.console.show(&(text + &question))?;
        loop {
            let line = match self.console.ask_or_saved(&prompt)? {
                Typed::Line(line) => input::read(&line),
                Typed::Ended => return Ok(Asked::Left),
                Typed::Saved(files) => {
                    if self.saved(&files)? {
                        return Ok(Asked::Moved);
                    }
                    continue;
                }
            };
            if line == Line::Quit {
                return Ok(Asked::Left);
            }
            if line == Line::Step {
                match self.step(seat)? {
                    Left::Quit => continue,
                    Left::Interrupted => return Ok(Asked::Interrupted),
                    Left::BackTo(_) => return Ok(Asked::Moved),
                }
            }
            match self.obey(decision, seat, shown_name, line) {
                Ok(()) => return Ok(Asked::Moved),
                Err(words) => self.console.show(&screen::block(&words))?,
            }
        }
    }

    /// The table as a seat sees it. Where a window is too small for all of it beside the rest, and the seat has seen it before, what
    /// has changed and what is its own.
    fn table(&mut self, seat: usize, rest: &str) -> String {
        let view = self.game.view(Viewer::Seat(seat));
        let Some(shown) = self.shown.get_mut(seat) else { return screen::block(&view.to_string()) };
        let before = shown.replace(view.clone());
        let whole = screen::block(&view.to_string());
        if self.console.fits(&format!("{rest}{whole}")) {
            return whole;
        }
        let changed =
            before.and_then(|before| screen::changed(self.language(), &view, &before, &self.game.seat_name(seat)));
        changed.map_or(whole, |changed| format!("{changed}  {}\n", self.say(Phrase::RestOfTable, &[])))
    }

    /// Does what a line says; the words of an error are shown, and the question stays.
    fn obey(&mut self, decision: &Decision, seat: usize, name: Option<&str>, line: Line) -> Result<(), String> {
        match line {
            Line::Numbers(numbers) => self.answer_all(decision, &input::picks(self.language(), decision, &numbers)?),
            Line::Text(text) => match input::filter(&decision.options, &text) {
                Filtered::Exact(option) => self.answer_all(decision, &[option]),
                Filtered::Some(shown) => Err(screen::options(&decision.options, Some(&shown))),
                Filtered::None => Err(self.say(Phrase::NoOptionContains, &[&text])),
            },
            Line::Undo => self.undo(),
            Line::Trace => {
                let trace = self.game.last_trace(Viewer::Seat(seat));
                Err(if trace.trim().is_empty() { self.say(Phrase::NothingHappened, &[]) } else { trace })
            }
            Line::View => {
                let view = screen::block(&self.game.view(Viewer::Seat(seat)).to_string());
                let question = screen::question(self.language(), decision, name);
                Err(view + &question + &screen::options(&decision.options, None))
            }
            Line::Card(card) if card.is_empty() => Err(self.say(Phrase::WriteCard, &[])),
            Line::Card(card) => Err(self.about(decision, seat, &card)),
            Line::Empty => Err(self.say(Phrase::TypeNumber, &[])),
            Line::Help | Line::Quit | Line::Step => Err(self.say(Phrase::PlayHelp, &[])),
        }
    }

    /// What is known about an option, by its number, or about whatever is called so.
    fn about(&self, decision: &Decision, seat: usize, text: &str) -> String {
        let (viewer, number) = (Viewer::Seat(seat), text.parse::<usize>().ok());
        let option = number.and_then(|number| number.checked_sub(1)).filter(|at| *at < decision.options.len());
        if let Some(option) = option {
            let told = self.game.about_option(viewer, option);
            return told.unwrap_or_else(|| self.say(Phrase::AboutNothing, &[&text]));
        }
        match (self.game.look_up(viewer, text.trim_start_matches('/')), number) {
            (LookUp::Told(told), _) => told,
            (LookUp::Several(names), _) => {
                let names: String = names.iter().map(|name| format!("\n  {name}")).collect();
                self.say(Phrase::SeveralCalled, &[]) + &names
            }
            (LookUp::Nothing, Some(number)) => {
                input::picks(self.language(), decision, &[number]).err().unwrap_or_default()
            }
            (LookUp::Nothing, None) => self.no_such_name(text),
        }
    }

    /// Nothing is called so: perhaps in a pack that is not played.
    fn no_such_name(&self, name: &str) -> String {
        match self.elsewhere.as_ref().and_then(|(setup, roots)| setup.pack_with(roots, name)) {
            Some(pack) => self.say(Phrase::CardOfPack, &[&name, &pack]),
            None => self.say(Phrase::NothingCalled, &[&name]),
        }
    }

    /// Gives one answer, or several of one choice; all of them or none.
    fn answer_all(&mut self, decision: &Decision, picks: &[usize]) -> Result<(), String> {
        let as_typed = self.answer_each(decision, picks);
        if as_typed.is_ok() || picks.is_sorted() {
            return as_typed;
        }
        // Where their order means nothing, a choice offers only what stands after the picks before.
        let mut in_order = picks.to_vec();
        in_order.sort_unstable();
        self.answer_each(decision, &in_order).or(as_typed)
    }

    fn answer_each(&mut self, decision: &Decision, picks: &[usize]) -> Result<(), String> {
        let before = (self.game.clone(), self.record.given().len());
        let mut result = Ok(());
        for (count, &pick) in picks.iter().enumerate() {
            let given = picks.get(..count).unwrap_or_default();
            result = self.answer_next(decision, given, pick);
            if result.is_err() {
                break;
            }
        }
        if result.is_err() {
            self.game = before.0;
            self.back_to(before.1);
        }
        result
    }

    fn answer_next(&mut self, first: &Decision, given: &[usize], pick: usize) -> Result<(), String> {
        let mut option = Some(pick);
        if !given.is_empty() {
            let now = self.game.decision();
            let picked = first.picked.len() + given.len();
            let same = now.filter(|now| now.who == first.who && now.picked.len() == picked);
            option = same.and_then(|now| input::follow(&first.options, given, pick, &now.options));
        }
        let Some(option) = option else {
            let label = first.options.get(pick).map_or("", |option| option.label.as_str());
            return Err(self.say(Phrase::NoLongerPossible, &[&given.len(), &label]));
        };
        self.answer(option, true).map_err(|why| self.say(Phrase::NotPossibleBecause, &[&why]))
    }

    /// Takes back answers up to the last one given by hand.
    fn undo(&mut self) -> Result<(), String> {
        let given = self.record.given().clone();
        let Some(at) = given.iter().rposition(|given| given.by_hand) else {
            return Err(self.say(Phrase::NoAnswerToUndo, &[]));
        };
        let before = self.game.clone();
        for _ in at..given.len() {
            if !self.game.undo() {
                self.game = before;
                return Err(self.say(Phrase::CannotUndo, &[]));
            }
        }
        self.back_to(at);
        self.telling.taken_back(&mut self.game);
        Ok(())
    }

    /// Goes through the last answer given by hand, clause by clause; the game may be taken back to an earlier one.
    fn step(&mut self, seat: usize) -> Result<Left, Failure> {
        let by_hand = self.record.given().iter().rposition(|given| given.by_hand);
        let answer = by_hand.map_or(self.game.answer_count(), |at| at + 1);
        let viewer = if self.open { Viewer::All } else { Viewer::Seat(seat) };
        let Some(mut stepper) = Stepper::new(self.game.clone(), viewer, answer, false) else { return Ok(Left::Quit) };
        let left = match self.console.full_screen() {
            true => stepper::show(&mut stepper)?,
            false => stepper::words(&mut stepper, &self.console)?,
        };
        let Left::BackTo(answer) = left else { return Ok(left) };
        let kept = answer.saturating_sub(1);
        self.game = self.game.rewound(kept);
        self.back_to(kept);
        self.telling.taken_back(&mut self.game);
        self.console.show(&format!("{}\n", self.say(Phrase::BackBefore, &[&answer])))?;
        Ok(left)
    }

    /// Only the first so many answers stand.
    fn back_to(&mut self, answers: usize) {
        self.record.given().truncate(answers);
        if let Some(saver) = &mut self.saver {
            saver.keep(answers);
        }
    }

    fn ended(&mut self) -> Result<Verdict, Failure> {
        let watcher = self.last.filter(|_| self.humans() == 1).map_or(Viewer::Spectator, Viewer::Seat);
        let people: Vec<usize> = self.people().collect();
        let news = match watcher {
            Viewer::Seat(_) => self.telling.news(&mut self.game, watcher),
            _ => self.telling.together(&mut self.game, people.into_iter()),
        };
        let mut text = format!("\n{}", screen::news(&news));
        text += &screen::block(&self.game.view(watcher).to_string());
        match self.game.outcome() {
            Some(outcome) => text += &screen::outcome(self.language(), &outcome, self.humans() > 0),
            None => text += &format!("\n{}\n", self.say(Phrase::HasEnded, &[])),
        }
        text += &format!("{}\n", self.say(Phrase::SeedWas, &[&self.seed]));
        self.console.show(&text)?;
        Ok(Verdict::Fine)
    }

    /// The rules went wrong: says how, and how to come here again.
    fn stopped(&mut self, why: &str) -> Result<Verdict, Failure> {
        let again = self.record.command();
        self.console.print(&format!(
            "\nThe game stopped at seed {}: {}To see it again:\n  {again}\n",
            self.seed,
            screen::block(why)
        ))?;
        Ok(Verdict::Found)
    }
}
