//! What scenarios expect of sight and of questions: who sees what, and where and for what somebody is asked.

use crate::check::names::quoted;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::*;
use crate::program::nouns::scenarios::{AskedAbout, Looker, Seen, SeenKind};
use crate::program::nouns::{Class, Type};
use crate::source::Span;
use crate::syntax::ast;

use super::Typer;
use super::scope::{Context, Frame, Me};

/// Those who look without being a player, and whether all of them must see it.
const EVERYBODY: &str = "everybody";
const NOBODY: &str = "nobody";
const SPECTATORS: &str = "spectators";

/// Statements that ask, by the word that begins them.
const ASKING: [&str; 8] = ["choose", "offer", "may", "split", "pay", "lose", "move", "window"];

impl<'a> Typer<'a> {
    /// Whose sight it is. `false`: what is said of them is said the other way round, as `nobody sees` is.
    pub(super) fn lookers(&mut self, name: &ast::Name) -> Option<(Vec<Looker>, bool)> {
        let seats = (0..self.nouns.seats.len()).map(|seat| Looker::Seat(SeatId::from_index(seat)));
        let all = seats.chain([Looker::Spectators]);
        match name.text.as_str() {
            EVERYBODY => return Some((all.collect(), true)),
            NOBODY => return Some((all.collect(), false)),
            SPECTATORS => return Some((vec![Looker::Spectators], true)),
            _ => {}
        }
        let actors = self.seat_named(name)?;
        let seat = actors.first().and_then(|actor| self.nouns.actors.get(actor.index())).and_then(|actor| actor.seat);
        if seat.is_none() {
            let message = format!("`{}` is played by nobody, and sees nothing", name.text);
            let help = "sight is that of a player, of `everybody`, of `nobody` or of `spectators`";
            self.report(Diagnostic::new(Code::NothingToSee, name.span, message).help(help));
        }
        Some((vec![Looker::Seat(seat?)], true))
    }

    /// Something that is seen or not.
    pub(super) fn seen(&mut self, selection: &'a ast::Selection) -> Option<Seen<Question>> {
        let mut f = Frame::new(Context::new(Me::Scenario));
        let expr = self.selection(&mut f, selection, None);
        let locals = f.take_locals();
        let asked = |expr: Expr| Question { locals: locals.clone(), expr };
        let span = expr.span;
        let kind = match (expr.kind, expr.ty) {
            (ExprKind::State(state, bearer), _) => SeenKind::State { state, bearer: bearer.map(|of| asked(*of)) },
            (ExprKind::Stuff(stuff, class, bearer), _) => {
                SeenKind::State { state: self.stuff_on(stuff, class)?, bearer: Some(asked(*bearer)) }
            }
            (ExprKind::Const(design), Type::Design(_)) => {
                SeenKind::Design(DesignId::from_index(usize::try_from(design).ok()?))
            }
            (ExprKind::Count(of), _) => match *of {
                Expr { kind: ExprKind::Cards(zone), .. } => SeenKind::Count(asked(*zone)),
                of if of.ty == Type::Zone => SeenKind::Count(asked(of)),
                _ => return self.nothing_to_see(span),
            },
            (_, Type::Unknown) => return None,
            (kind, ty) => {
                let cards = matches!(&ty, Type::Zone | Type::Component(_))
                    || matches!(&ty, Type::Set(of) if matches!(**of, Type::Component(_)));
                if !cards {
                    return self.nothing_to_see(span);
                }
                SeenKind::Cards(asked(Expr { kind, ty, span }))
            }
        };
        Some(Seen { span, kind })
    }

    fn stuff_on(&self, stuff: StuffId, class: Class) -> Option<StateId> {
        let def = self.nouns.stuff.get(stuff.index())?;
        def.on.iter().find(|(on, _)| *on == class).map(|(_, state)| *state)
    }

    fn nothing_to_see(&mut self, span: Span) -> Option<Seen<Question>> {
        let message = "this is nothing that one player sees and another does not";
        let help = "write cards (`p1.hand`, `top of deck`, `p1.hand[2]`, the name of a card), `count of p1.hand`, or a counter, \
                    flag or state (`p1.points`)";
        self.report(Diagnostic::new(Code::NothingToSee, span, message).help(help));
        None
    }

    /// Where and for what somebody is asked.
    pub(super) fn asked_about(
        &mut self,
        at: Option<&(ast::Name, Option<ast::Name>)>,
        what: Option<&ast::Name>,
        text: Option<&ast::Text>,
    ) -> Option<AskedAbout> {
        let mut about = AskedAbout { text: text.map(|text| text.text.clone()), ..AskedAbout::default() };
        if let Some((phase, step)) = at {
            let (phase, step) = self.phase_and_step(phase, step.as_ref())?;
            (about.phase, about.step) = (Some(phase), step);
        }
        if let Some(what) = what {
            let known = self.asked_names.iter().map(String::as_str).chain(ASKING);
            if !known.clone().any(|known| known == what.text) {
                let message = format!("nobody is ever asked for `{}`", what.text);
                let help = match suggest::nearest(&what.text, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "write the name that the rules give what is chosen (`choose NAME from …`), or the word of the \
                         statement that asks: {}",
                        quoted(&ASKING)
                    ),
                };
                self.report(Diagnostic::new(Code::NeverAsked, what.span, message).help(help));
                return None;
            }
            about.what = Some(what.text.replace('_', " "));
        }
        Some(about)
    }
}
