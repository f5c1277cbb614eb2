//! Hooks and the tags before a `{`.

use super::super::ast::{Edge, Hook, HookKind, How, Limit, Moment, Name, Says, Tags, Text, When};
use super::super::parse::Rule;
use super::{Builder, Pair, all, find, has};

impl Builder<'_> {
    /// The hooks directly inside a pair.
    pub(super) fn hooks_in(&mut self, pair: &Pair<'_>) -> Option<Vec<Hook>> {
        all(pair, Rule::hook).map(|hook| self.hook(&hook)).collect()
    }

    pub(super) fn hook(&mut self, pair: &Pair<'_>) -> Option<Hook> {
        let span = self.span(pair);
        let inner = pair.clone().into_inner().next()?;
        let build: fn(&mut Self, &Pair<'_>) -> Option<HookKind> = match inner.as_rule() {
            Rule::watch_hook => Self::watch_hook,
            Rule::forbid_hook => Self::forbid_hook,
            Rule::modify_hook => Self::modify_hook,
            Rule::always_hook => Self::always_hook,
            Rule::at_hook => Self::at_hook,
            Rule::window_hook => Self::window_hook,
            Rule::while_in_hook => Self::while_in_hook,
            Rule::while_hook => Self::while_hook,
            _ => return None,
        };
        let kind = build(self, &inner)?;
        Some(Hook { kind, tags: self.tags_in(&inner)?, span })
    }

    fn watch_hook(&mut self, pair: &Pair<'_>) -> Option<HookKind> {
        let (when, action) = (when(pair)?, self.event_name_in(pair)?);
        let (by, cond) = (self.doer_in(pair)?, self.filter_in(pair)?);
        Some(HookKind::Watch { when, action, by, cond, body: self.block_in(pair)? })
    }

    fn forbid_hook(&mut self, pair: &Pair<'_>) -> Option<HookKind> {
        let action = self.event_name_in(pair)?;
        Some(HookKind::Forbid { action, by: self.doer_in(pair)?, cond: self.filter_in(pair)? })
    }

    fn modify_hook(&mut self, pair: &Pair<'_>) -> Option<HookKind> {
        let (value, how) = (self.name_in(pair)?, how(pair)?);
        Some(HookKind::Modify { value, how, expr: self.sum_in(pair)?, cond: self.filter_in(pair)? })
    }

    fn always_hook(&mut self, pair: &Pair<'_>) -> Option<HookKind> {
        Some(HookKind::Always {
            between_effects: has(pair, Rule::between_effects),
            each: self.each_in(pair)?,
            cond: self.condition_in(pair)?,
            body: self.block_in(pair)?,
        })
    }

    fn window_hook(&mut self, pair: &Pair<'_>) -> Option<HookKind> {
        Some(HookKind::Window { window: self.name_in(pair), cond: self.filter_in(pair)?, body: self.block_in(pair)? })
    }

    fn while_in_hook(&mut self, pair: &Pair<'_>) -> Option<HookKind> {
        let hooks = self.hooks_in(&find(pair, Rule::hook_list)?)?;
        Some(HookKind::WhileIn { zone: self.name_in(pair)?, hooks })
    }

    fn while_hook(&mut self, pair: &Pair<'_>) -> Option<HookKind> {
        let hooks = self.hooks_in(&find(pair, Rule::hook_list)?)?;
        Some(HookKind::While { cond: self.condition_in(pair)?, hooks })
    }

    fn event_name_in(&self, pair: &Pair<'_>) -> Option<Name> {
        find(pair, Rule::event_name).map(|name| self.name(&name))
    }

    fn at_hook(&mut self, pair: &Pair<'_>) -> Option<HookKind> {
        let edge = match find(pair, Rule::edge)?.as_str() {
            "start" => Edge::Start,
            "end" => Edge::End,
            _ => Edge::Pause,
        };
        let moment = self.moment(&find(pair, Rule::moment)?)?;
        Some(HookKind::At { edge, moment, cond: self.filter_in(pair)?, body: self.block_in(pair)? })
    }

    fn moment(&mut self, pair: &Pair<'_>) -> Option<Moment> {
        if let Some(path) = find(pair, Rule::step_path) {
            let (phase, step) = self.step_path(&path)?;
            return Some(Moment::Step(phase, step));
        }
        let period = self.name(&find(pair, Rule::period)?);
        Some(match period.text.as_str() {
            "game" => Moment::Game,
            "round" => Moment::Round,
            "turn" => Moment::Turn,
            _ => Moment::Phase(period),
        })
    }

    /// `PHASE.STEP`
    pub(super) fn step_path(&self, pair: &Pair<'_>) -> Option<(Name, Name)> {
        let mut names = all(pair, Rule::name);
        let (phase, step) = (names.next()?, names.next()?);
        Some((self.name(&phase), self.name(&step)))
    }

    /// The tags directly inside a pair; none where there are none.
    pub(super) fn tags_in(&mut self, pair: &Pair<'_>) -> Option<Tags> {
        let mut tags = Tags::default();
        let Some(pair) = find(pair, Rule::tags) else { return Some(tags) };
        for tag in pair.into_inner() {
            if tag.as_rule() == Rule::says {
                tags.says = Some(self.says(&tag)?);
            } else {
                tags.limit = Some(self.limit(&tag)?);
            }
        }
        Some(tags)
    }

    /// `limit 3 per turn`; `once per turn` has no number.
    fn limit(&mut self, pair: &Pair<'_>) -> Option<Limit> {
        let count = match find(pair, Rule::number) {
            Some(number) => u32::try_from(self.number(&number)).unwrap_or(u32::MAX),
            None => 1,
        };
        let per = self.name(&find(pair, Rule::period)?);
        Some(Limit { count, per, per_name: has(pair, Rule::per_name), span: self.span(pair) })
    }

    /// `says en "…" fr "…"`
    pub(super) fn says(&mut self, pair: &Pair<'_>) -> Option<Says> {
        Some(Says { texts: self.said_in(pair)?, span: self.span(pair) })
    }

    /// The `says` directly inside a pair, if it is there.
    pub(super) fn says_in(&mut self, pair: &Pair<'_>) -> Option<Option<Says>> {
        match find(pair, Rule::says) {
            Some(says) => self.says(&says).map(Some),
            None => Some(None),
        }
    }

    /// Texts with their languages directly inside a pair.
    pub(super) fn said_in(&mut self, pair: &Pair<'_>) -> Option<Vec<(Name, Text)>> {
        let texts: Vec<(Name, Text)> = all(pair, Rule::said)
            .map(|said| Some((self.name_in(&said)?, self.text(&find(&said, Rule::text)?))))
            .collect::<Option<_>>()?;
        self.languages.extend(texts.iter().map(|(language, _)| language.clone()));
        Some(texts)
    }
}

fn when(pair: &Pair<'_>) -> Option<When> {
    let word = find(pair, Rule::watch_word)?;
    Some(match word.into_inner().next()?.as_rule() {
        Rule::kw_before => When::Before,
        Rule::kw_after => When::After,
        _ => When::InsteadOf,
    })
}

fn how(pair: &Pair<'_>) -> Option<How> {
    Some(match find(pair, Rule::modify_word)?.as_str() {
        "to" => How::To,
        "times" => How::Times,
        _ => How::By,
    })
}
