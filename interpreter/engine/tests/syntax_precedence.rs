//! Which words bind tighter, shown with all parentheses.

use cardwright::diagnostic::Findings;
use cardwright::source::FileId;
use cardwright::syntax::ast::{Expr, ExprKind, ItemKind, Order, Selection};
use cardwright::syntax::parse;

/// An expression with parentheses round everything that is joined.
fn show(expr: &Expr) -> String {
    let list = |exprs: &[Expr]| exprs.iter().map(show).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Text(text) | ExprKind::Cell(text) => format!("{text:?}"),
        ExprKind::Name(name) => name.clone(),
        ExprKind::It => "it".to_owned(),
        ExprKind::Dot(name) => format!(".{}", name.text),
        ExprKind::Field(of, name) => format!("{}.{}", show(of), name.text),
        ExprKind::Index(of, at) => format!("{}[{}]", show(of), show(at)),
        ExprKind::Call(name, args) => format!("{}({})", name.text, list(args)),
        ExprKind::List(elements) => format!("[{}]", list(elements)),
        ExprKind::Bundle(amounts) => {
            let amount = |a: &cardwright::syntax::ast::Amount| {
                format!("{} {}", show(&a.number), a.what.as_ref().map_or("?", |what| what.text.as_str()))
            };
            format!("[{}]", amounts.iter().map(amount).collect::<Vec<_>>().join(", "))
        }
        ExprKind::Not(inner) => format!("(not {})", show(inner)),
        ExprKind::Negate(inner) => format!("(-{})", show(inner)),
        ExprKind::Binary(op, left, right) => format!("({} {op:?} {})", show(left), show(right)),
        ExprKind::Where { name, set, cond } => {
            let name = name.as_ref().map_or(String::new(), |name| format!("{} in ", name.text));
            format!("({name}{} where {})", show(set), show(cond))
        }
        ExprKind::CountOf(set) => format!("(count {})", show(set)),
        ExprKind::CountDifferent(name, set) => format!("(count different .{} {})", name.text, show(set)),
        ExprKind::Fold { fold, expr, name, over } => {
            let name = name.as_ref().map_or(String::new(), |name| format!("{} in ", name.text));
            format!("({fold:?} {} over {name}{})", show(expr), show(over))
        }
        ExprKind::Any(name, set) => format!("(any {}{})", binder(name.as_ref()), selection(set)),
        ExprKind::No(name, set) => format!("(no {}{})", binder(name.as_ref()), selection(set)),
        ExprKind::Every { name, set, cond } => format!("(every {} in {} has {})", name.text, show(set), show(cond)),
        ExprKind::Can { name, args, by } => {
            let by = by.as_ref().map_or(String::new(), |by| format!(" by {}", show(by)));
            format!("(can {}({}){by})", name.text, list(args))
        }
        ExprKind::End { end, count, zone } => {
            let count = count.as_ref().map_or(String::new(), |count| format!("{} ", show(count)));
            format!("({end:?} {count}of {})", show(zone))
        }
        ExprKind::First { set, order } => match order.as_ref() {
            Order::Following { reverse, by } => format!("(first {} following {reverse} {})", show(set), show(by)),
            _ => format!("(first {})", show(set)),
        },
        ExprKind::Take { count, set } => format!("(take {} of {})", show(count), show(set)),
        ExprKind::Extreme { most, by, set } => format!("(most={most} {} of {})", show(by), show(set)),
        ExprKind::Of(name, of) => format!("({} of {})", name.text, show(of)),
        ExprKind::Reached { from, a, b, cond } => {
            format!("(reached {} {} {} where {})", show(from), a.text, b.text, show(cond))
        }
        ExprKind::Nearest { to, cond } => {
            format!("(nearest {}{})", show(to), cond.as_ref().map_or(String::new(), |c| format!(" where {}", show(c))))
        }
        ExprKind::Lines { length, board } => format!("(lines {} {})", show(length), board.text),
    }
}

fn binder(name: Option<&cardwright::syntax::ast::Name>) -> String {
    name.map_or(String::new(), |name| format!("{} in ", name.text))
}

fn selection(set: &Selection) -> String {
    let cond = set.cond.as_ref().map_or(String::new(), |cond| format!(" where {}", show(cond)));
    format!("{}{cond}", show(&set.set))
}

#[track_caller]
fn reads_as(text: &str, tree: &str) {
    let mut findings = Findings::default();
    let script = parse(FileId(0), &format!("value x() is {text}"), &mut findings);
    assert!(!findings.has_errors(), "{text}: {:?}", findings.into_sorted());
    let Some(ItemKind::Value(value)) = script.items.into_iter().next().map(|item| item.kind) else { panic!("{text}") };
    assert_eq!(show(&value.expr), tree, "{text}");
}

#[test]
fn operators_bind_as_the_design_says() {
    reads_as("a or b and c", "(a Or (b And c))");
    reads_as("not a and b", "((not a) And b)");
    reads_as("not a is b", "(not (a Is b))");
    reads_as("not not a", "(not (not a))");
    reads_as("a + b * c - d", "((a Add (b Times c)) Subtract d)");
    reads_as("a + 1..b - 1", "((a Add 1) Range (b Subtract 1))");
    reads_as("n in 1..4", "(n In (1 Range 4))");
    reads_as("a - b - c", "((a Subtract b) Subtract c)");
    reads_as("-a * b", "((-a) Times b)");
    reads_as("3 - -2", "(3 Subtract -2)");
    reads_as("a < b and c >= d or e is not f", "(((a Less b) And (c MoreOrEqual d)) Or (e IsNot f))");
    reads_as("hand + discard except this", "((hand Add discard) Except this)");
    reads_as("x not in s and y has play", "((x NotIn s) And (y Has play))");
    reads_as("c.face is up", "(c.face Is up)");
    reads_as("c.face is not down", "(c.face IsNot down)");
    reads_as("(a or b) and c", "((a Or b) And c)");
}

#[test]
fn tight_prefixes_take_one_operand() {
    reads_as("count of me.hand - 3", "((count me.hand) Subtract 3)");
    reads_as("count of top 3 of deck < 2", "((count (Top 3 of deck)) Less 2)");
    reads_as("count of (hand where .cost > 3) >= 2", "((count (hand where (.cost More 3))) MoreOrEqual 2)");
    reads_as("count of different .family in p.arena", "(count different .family p.arena)");
    reads_as("top of deck + bottom drawn of deck", "((Top of deck) Add (Bottom drawn of deck))");
    reads_as("top (n + 1) of p.deck", "(Top (n Add 1) of p.deck)");
    reads_as("2 of neighbours of s", "(take 2 of (neighbours of s))");
    reads_as("me.rate of goods", "(take me.rate of goods)");
    reads_as("sum of .cost over hand + 1", "((Sum .cost over hand) Add 1)");
    reads_as("highest of d.total * 2 over d in dice", "(Highest (d.total Times 2) over d in dice)");
    reads_as("most .bid.rank of players", "(most=true .bid.rank of players)");
    reads_as("first of sides following reverse initiative", "(first sides following true initiative)");
    reads_as("(first of best).won", "(first best).won");
    reads_as("hit[t].x + other(me).pot", "(hit[t].x Add other(me).pot)");
    reads_as("lines of 3 in grid", "(lines 3 grid)");
    reads_as("[3 red, n blue] + [a, b]", "([3 red, n blue] Add [a, b])");
}

#[test]
fn questions_read_to_the_end() {
    reads_as("any hand where .a is b or c", "(any hand where ((.a Is b) Or c))");
    reads_as("a and no x in hand where x.a > 3 and b", "(a And (no x in hand where ((x.a More 3) And b)))");
    reads_as("any hand and b", "((any hand) And b)");
    reads_as(
        "every n in 1..4 has any me.arena where .cost is n",
        "(every n in (1 Range 4) has (any me.arena where (.cost Is n)))",
    );
    reads_as("can draw(1) by p and b", "((can draw(1) by p) And b)");
    reads_as("opponents of p where can hit(it, 1) by p", "((opponents of p) where (can hit(it, 1) by p))");
    reads_as("count of (x in s where x.a is 1)", "(count (x in s where (x.a Is 1)))");
    reads_as(
        "neighbours of (reached from u by a to b where b.height < a.height)",
        "(neighbours of (reached u a b where (b.height Less a.height)))",
    );
    reads_as("nearest to u where .free", "(nearest u where .free)");
    reads_as("(x in s)", "(x In s)");
}
