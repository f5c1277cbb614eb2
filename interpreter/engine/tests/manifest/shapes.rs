//! Every shape a manifest may take, and the defaults.

use cardwright::manifest::Request;
use cardwright::manifest::model::{Faces, Literal, NumberRef, NumberValue, ResultKind, Shape, Touch, ZoneOrder};
use cardwright::words::Language;

use crate::{good, load_whole, texts};

fn number(reference: &Option<NumberRef>) -> String {
    match reference {
        None => "-".to_owned(),
        Some(NumberRef::Plain(value, _)) => value.to_string(),
        Some(NumberRef::Named(name)) => name.text.clone(),
    }
}

fn literal(value: &Literal) -> String {
    match value {
        Literal::Number(number, _) => number.to_string(),
        Literal::Bool(yes, _) => yes.to_string(),
        Literal::Text(text, _) => format!("{text:?}"),
        Literal::List(items, _) => format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
    }
}

#[test]
fn the_game_says_who_plays_for_what() {
    let text = "[game]\nid = \"toy\"\nversion = \"1.2.3\"\nname = \"Toy\"\nfr = \"Jouet\"\nplayers = 2\nresult = \"zero_sum\"\n\
                ranking = [\"points\", \"cards\"]\nutility = \"chips\"\nlanguages = [\"en\", \"fr\"]\n[flow]\nstart = [\"act\"]";
    let game = load_whole(text, &[], Request::default()).good().game;
    assert_eq!((game.id.as_str(), game.version.as_str(), game.players), ("toy", "1.2.3", (2, 2)));
    assert_eq!((game.labels.en.as_deref(), game.labels.text(Language::French)), (Some("Toy"), Some("Jouet")));
    assert_eq!(game.result, ResultKind::ZeroSum);
    assert_eq!(texts(&game.ranking), ["points", "cards"]);
    assert_eq!(game.utility.map(|name| name.text).as_deref(), Some("chips"));
    assert_eq!(game.languages.iter().map(|(l, _)| *l).collect::<Vec<_>>(), Language::OWN);
}

#[test]
fn a_game_that_says_little_is_ranked_and_english() {
    let game = good("").game;
    assert_eq!(game.result, ResultKind::Ranked);
    assert_eq!(game.languages.iter().map(|(l, _)| *l).collect::<Vec<_>>(), [Language::English]);
    assert_eq!(game.players, (2, 4));
}

#[test]
fn numbers_are_plain_or_by_players_or_by_seat() {
    let numbers = good("[numbers]\ndrawn = { 4 = 8, 2 = 4, 3 = 6 }\nbonus = [0, 0, 1]\ngoal = 60").numbers;
    assert_eq!(texts(numbers.iter().map(|number| &number.name)), ["drawn", "bonus", "goal"]);
    let values: Vec<&NumberValue> = numbers.iter().map(|number| &number.value).collect();
    assert!(
        matches!(values.as_slice(), [NumberValue::ByPlayers(by), NumberValue::BySeat(seats), NumberValue::Plain(60)]
        if *by == [(2, 4), (3, 6), (4, 8)] && *seats == [0, 0, 1])
    );
}

#[test]
fn enums_are_lists_or_tables_in_the_order_of_the_page() {
    let enums = good("[enum]\ndimension = [\"spiral\", \"black_hole\"]\n[enum.family]\nwater = {}\nfire = { sale = \"3 red\", en = \"fire\", fr = \"feu\", hot = true }").enums;
    let [dimension, family] = enums.as_slice() else { panic!("{enums:?}") };
    assert_eq!(texts(dimension.values.iter().map(|value| &value.name)), ["spiral", "black_hole"]);
    assert_eq!(texts(family.values.iter().map(|value| &value.name)), ["water", "fire"]);
    let fire = &family.values[1];
    assert_eq!(fire.labels.text(Language::French), Some("feu"));
    let attributes: Vec<String> =
        fire.attributes.iter().map(|(name, value)| format!("{} {}", name.text, literal(value))).collect();
    assert_eq!(attributes, ["sale \"3 red\"", "hot true"]);
}

#[test]
fn counters_and_flags_belong_to_players_unless_they_say_otherwise() {
    let m = good(
        "[counter]\npoints = { min = 0, max = \"goal\", start = 1, en = \"point|points\", gender = \"m\" }\ndamage = { on = \"card\", until = \"end of  turn\", secret = true }\n[flag]\npassed = { until = \"end of act\", start = true }\n[numbers]\ngoal = 3",
    );
    let [points, damage] = m.counters.as_slice() else { panic!("{:?}", m.counters) };
    assert_eq!(points.on.text, "player");
    assert_eq!([&points.min, &points.max, &points.start].map(number), ["0", "goal", "1"]);
    assert_eq!((points.labels.en.as_deref(), points.labels.gender), (Some("point|points"), Some('m')));
    assert_eq!((damage.on.text.as_str(), damage.secret), ("card", true));
    assert_eq!(damage.until.as_ref().map(|until| until.text.as_str()), Some("end of turn"));
    let [passed] = m.flags.as_slice() else { panic!("{:?}", m.flags) };
    assert_eq!((passed.on.text.as_str(), number(&passed.start)), ("player", "1".to_owned()));
}

#[test]
fn states_and_memories_say_of_what() {
    let m = good(
        "[state]\nmark = { on = \"cell\", of = \"player\" }\nheading = { of = \"way\", start = \"north\", secret = true }\nlayout = { on = \"cell\", of = \"way\", start = [\"north\", \"south\"] }\n[memory]\nplayed = { of = \"card\", max = 9, until = \"end of turn\" }",
    );
    let starts: Vec<Vec<String>> = m.states.iter().map(|state| state.start.iter().map(literal).collect()).collect();
    assert_eq!(starts, [vec![], vec!["\"north\"".to_owned()], vec!["\"north\"".to_owned(), "\"south\"".to_owned()]]);
    assert_eq!(texts(m.states.iter().map(|state| &state.on)), ["cell", "player", "cell"]);
    assert!(m.states[1].secret);
    assert_eq!((m.memories[0].of.text.as_str(), number(&m.memories[0].max)), ("card", "9".to_owned()));
}

#[test]
fn stuff_lies_somewhere_and_may_be_limited() {
    let stuff = good("[stuff]\nred = { worth = 1 }\nrift = { supply = 30, on = [\"era\", \"player\"] }\nfalling = { of = \"rift\", on = \"era\", start = 2 }").stuff;
    let on: Vec<Vec<&str>> = stuff.iter().map(|stuff| texts(&stuff.on)).collect();
    assert_eq!(on, [vec!["player"], vec!["era", "player"], vec!["era"]]);
    assert_eq!(
        (stuff[0].worth, number(&stuff[1].supply), number(&stuff[2].start)),
        (Some(1), "30".to_owned(), "2".to_owned())
    );
    assert_eq!(stuff[2].of.as_ref().map(|of| of.text.as_str()), Some("rift"));
}

#[test]
fn kinds_have_attributes_abilities_and_places_where_they_live() {
    let kinds = good(
        "[kind.creature]\nattributes = { cost = \"number\", shield = 0, ready = true, shape = { of = \"shape\", default = \"circle\" }, home = \"set of  era or none\" }\n\
         abilities = { instant = { apply = \"full\" }, play = {} }\nlive = \"arena\"\nstarts_in = \"deck\"\ntotal = 70\nen = \"creature|creatures\"\n\
         [kind]\nepoch = { abilities = [\"play\"], live = [\"row\", \"arena\"] }\nghost = { is = \"creature\", live = { in = \"mission\", face = \"up\" } }\n\
         plain_card = { each = { suit = \"suit\", rank = \"1..13\" } }",
    )
    .kinds;
    let [creature, epoch, ghost, card] = kinds.as_slice() else { panic!("{kinds:?}") };
    let attributes: Vec<String> = creature
        .attributes
        .iter()
        .map(|a| format!("{}: {} {}", a.name.text, a.ty.text, a.default.as_ref().map_or_else(String::new, literal)))
        .collect();
    assert_eq!(
        attributes,
        [
            "cost: number ",
            "shield: number 0",
            "ready: bool true",
            "shape: shape \"circle\"",
            "home: set of era or none "
        ]
    );
    let abilities: Vec<(&str, bool)> = creature.abilities.iter().map(|a| (a.name.text.as_str(), a.full)).collect();
    assert_eq!(abilities, [("instant", true), ("play", false)]);
    assert_eq!(number(&creature.totals.first().cloned()), "70");
    assert_eq!(creature.starts_in.as_ref().map(|zone| zone.text.as_str()), Some("deck"));
    let live = |kind: &cardwright::manifest::model::Kind| -> Vec<(String, Option<bool>)> {
        kind.live.iter().map(|live| (live.zone.text.clone(), live.face)).collect()
    };
    assert_eq!(live(creature), [("arena".to_owned(), None)]);
    assert_eq!(live(epoch), [("row".to_owned(), None), ("arena".to_owned(), None)]);
    assert_eq!(live(ghost), [("mission".to_owned(), Some(true))]);
    assert_eq!(ghost.is.as_ref().map(|kind| kind.text.as_str()), Some("creature"));
    assert_eq!(texts(card.each.iter().map(|(_, over)| over)), ["suit", "1..13"]);
}

#[test]
fn groups_are_lists_or_say_what_members_are_worth() {
    let groups = good("[group]\ntechnology = [\"basic\", \"advanced\"]\n[group.stone]\nof = [\"red\", \"blue\"]\nworth = \"stone_worth\"\noverpay = true").groups;
    assert_eq!((texts(&groups[0].members), groups[0].overpay), (vec!["basic", "advanced"], None));
    assert_eq!((texts(&groups[1].members), groups[1].overpay), (vec!["red", "blue"], Some(true)));
    assert_eq!(groups[1].worth.as_ref().map(|worth| worth.text.as_str()), Some("stone_worth"));
}

#[test]
fn zones_are_open_sets_unless_they_say_otherwise() {
    let zones = good(
        "[zone]\nbox = {}\ndeck = { per = \"player\", order = \"pile\", faces = \"down\", refill = \"discard\", secret = true }\n\
         market = { order = \"row\", holds = \"card\", fill = { to = 3, from = \"deck\" }, distinct = \"name\", max = \"width\", faces = \"each\" }\nsack = { order = \"bag\", faces = \"others\" }",
    )
    .zones;
    let [case, deck, market, sack] = zones.as_slice() else { panic!("{zones:?}") };
    assert_eq!((case.order, case.faces, case.secret), (ZoneOrder::Set, Faces::Up, false));
    assert_eq!((deck.order, deck.faces, deck.secret), (ZoneOrder::Pile, Faces::Down, true));
    assert_eq!(deck.refill.as_ref().map(|zone| zone.text.as_str()), Some("discard"));
    let fill = market.fill.as_ref().map(|fill| (number(&Some(fill.to.clone())), fill.from.text.as_str()));
    assert_eq!(fill, Some(("3".to_owned(), "deck")));
    assert_eq!((number(&market.max), market.order, market.faces), ("width".to_owned(), ZoneOrder::Row, Faces::Each));
    assert_eq!((sack.order, sack.faces), (ZoneOrder::Bag, Faces::Others));
}

#[test]
fn a_ring_may_describe_some_of_its_spaces() {
    let m = good(
        "[board.time]\nring = [\"dawn\", \"noon\", \"dusk\"]\nspace = \"era\"\nspaces = [{ id = \"noon\", heat = 3, en = \"Noon\" }]\n[space.era]\nattributes = { heat = 0 }\nen = \"era|eras\"",
    );
    let board = &m.boards[0];
    assert!(matches!(board.shape, Shape::Ring));
    assert_eq!(texts(board.spaces.iter().map(|space| &space.name)), ["dawn", "noon", "dusk"]);
    assert_eq!((board.spaces[1].attributes.len(), board.spaces[1].labels.en.as_deref()), (1, Some("Noon")));
    assert_eq!((m.spaces.len(), m.spaces[0].attributes.len()), (1, 1));
}

#[test]
fn a_grid_has_letters_and_numbers() {
    let m = good(
        "[board.field]\ngrid = [3, 2]\nspace = \"cell\"\ntouch = \"all\"\nspaces = [{ id = \"b2\", trap = true }]",
    );
    assert!(matches!(m.boards[0].shape, Shape::Grid(3, 2, Touch::All)));
    assert_eq!(texts(m.boards[0].spaces.iter().map(|space| &space.name)), ["a1", "b1", "c1", "a2", "b2", "c2"]);
    assert_eq!(m.boards[0].spaces[4].attributes.len(), 1);
    assert_eq!(texts(m.spaces.iter().map(|kind| &kind.name)), ["cell"], "a board's space kind needs no declaration");
}

#[test]
fn patterns_of_a_graph_run_and_wrap() {
    let m = good(
        "[board.planet]\nspace = \"terrain\"\ncount = 3\nedges = [\"ether - large_#\", \"large_# - large_#+1\", \"ether - moon\"]\nspaces = [{ id = \"ether\" }, { id = \"moon\" }, { id = \"large_#\", colour = \"mine\", twin = \"large_#\", en = \"Mine #\" }]",
    );
    let Shape::Graph(edges) = &m.boards[0].shape else { panic!("a graph") };
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{}-{}", a.text, b.text)).collect();
    assert_eq!(
        edges,
        [
            "ether-large_1",
            "ether-large_2",
            "ether-large_3",
            "large_1-large_2",
            "large_2-large_3",
            "large_3-large_1",
            "ether-moon"
        ]
    );
    let last = m.boards[0].spaces.last().map(|space| {
        (
            space.name.text.clone(),
            space.labels.en.clone(),
            space.attributes.iter().map(|(_, v)| literal(v)).collect::<Vec<_>>(),
        )
    });
    assert_eq!(
        last,
        Some(("large_3".to_owned(), Some("Mine 3".to_owned()), vec!["\"mine\"".to_owned(), "\"large_3\"".to_owned()]))
    );
}

#[test]
fn edges_alone_make_their_spaces_and_doubles_are_one() {
    let m = good("[board.pair]\nspace = \"spot\"\ncount = 2\nedges = [\"spot_# - spot_#+1\"]");
    assert_eq!(texts(m.boards[0].spaces.iter().map(|space| &space.name)), ["spot_1", "spot_2"]);
    assert!(matches!(&m.boards[0].shape, Shape::Graph(edges) if edges.len() == 1));
}

#[test]
fn spaces_alone_are_a_loose_panel() {
    let m = good(
        "[board.panel]\nper = \"people\"\nspace = \"slot\"\nspaces = [{ id = \"go_forest\", does = \"go\" }, \"rest\"]\n[actor.people]",
    );
    assert!(matches!(m.boards[0].shape, Shape::Loose));
    assert_eq!(texts(m.boards[0].spaces.iter().map(|space| &space.name)), ["go_forest", "rest"]);
    assert_eq!(m.boards[0].per.as_ref().map(|per| per.text.as_str()), Some("people"));
}

#[test]
fn players_exist_unless_another_actor_is_played() {
    let automated =
        good("[actor.warden]\ndecided_by = \"p1\"\ntakes_turns = true\n[actor.storm]\ndecided_by = \"chance\"").actors;
    let seen: Vec<(&str, bool)> = automated.iter().map(|actor| (actor.name.text.as_str(), actor.takes_turns)).collect();
    assert_eq!(seen, [("player", true), ("warden", true), ("storm", false)]);
    let agents = good("[actor.agent]\nat = \"era\"\nper_seat = 2").actors;
    assert_eq!(texts(agents.iter().map(|actor| &actor.name)), ["agent"]);
    assert_eq!(number(&agents[0].per_seat), "2");
}

#[test]
fn units_dice_and_teams() {
    let m = good(
        "[unit.army]\nper = \"people\"\nat = \"terrain\"\n[dice.combat]\nfaces = [1, { n = 2, weight = 3 }]\n[team]\nsides = [[\"p1\", \"p4\"], [\"p2\", \"p3\"]]",
    );
    assert_eq!(m.units[0].at.text, "terrain");
    let faces: Vec<(i64, u32)> = m.dice[0].faces.iter().map(|face| (face.number, face.weight)).collect();
    assert_eq!(faces, [(1, 1), (2, 3)]);
    assert_eq!(m.teams.iter().map(texts).collect::<Vec<_>>(), [["p1", "p4"], ["p2", "p3"]]);
}

#[test]
fn turns_alone_make_a_round_of_turns() {
    let flow = good(
        "setup = [\"prepare\"]\nrounds = 10\n[phase.act]\neach = \"turn_order\"\nen = \"Action\"\n[bots]\npass = { stop_playing = 5 }",
    );
    assert_eq!(
        (texts(&flow.flow.setup), texts(&flow.flow.round), texts(&flow.flow.turn)),
        (vec!["prepare"], vec!["turn"], vec!["act"])
    );
    assert_eq!(number(&flow.flow.rounds), "10");
    assert_eq!(flow.phases[0].each.as_ref().map(|each| each.text.as_str()), Some("turn_order"));
    assert_eq!((flow.bot_pass[0].0.text.as_str(), flow.bot_pass[0].1), ("stop_playing", 5));
}

#[test]
fn a_round_may_mix_turns_and_phases() {
    let flow = good("start = [\"draft\"]\nround = [\"turn\", \"close\"]").flow;
    assert_eq!((texts(&flow.start), texts(&flow.round)), (vec!["draft"], vec!["turn", "close"]));
}

#[test]
fn attributes_and_abilities_may_bear_the_name_of_another_thing() {
    good(
        "[enum]\nfamily = [\"fire\"]\n[kind.card]\nattributes = { family = \"family\", hand = 0 }\nabilities = [\"hand\"]\n[zone]\nhand = {}",
    );
}
