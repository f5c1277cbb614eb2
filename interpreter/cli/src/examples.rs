//! The examples under `--help`. They name the first shipped game: the interpreter itself knows none.

use clap::Command;

use crate::shipped;

const GENERAL: &[&str] = &[
    "cardwright list                         what can be played here",
    "cardwright play GAME                    play it against random seats",
    "cardwright eject GAME                   write its files here, to edit them",
    "cardwright check GAME                   find mistakes in them",
    "cardwright explain E0101                what a finding means",
    "cardwright sim GAME -n 1000             let bots play it often",
];

const COMMANDS: &[(&str, &[&str])] = &[
    (
        "list",
        &[
            "cardwright list",
            "cardwright list GAME                    its variants and packs",
            "cardwright list --format json | jq -r .game",
        ],
    ),
    (
        "check",
        &[
            "cardwright check                        all games of the root",
            "cardwright check GAME --format short    a line per finding, for editors",
            "cardwright check GAME --pack ./my-pack",
            "cardwright check GAME --watch           again whenever a file is saved",
            "cardwright check ./my-game --format json | jq .message",
        ],
    ),
    ("explain", &["cardwright explain E0101", "cardwright explain                      all codes"]),
    (
        "test",
        &[
            "cardwright test                         all scenarios of the root",
            "cardwright test GAME --filter draws     those whose title says so",
            "cardwright test GAME --review           look at new snapshots, one at a time",
            "cardwright test GAME --watch            again whenever a file is saved",
            "cardwright test GAME --format json | jq .result",
        ],
    ),
    (
        "play",
        &[
            "cardwright play GAME                    you on seat 1, the others at random",
            "cardwright play GAME --seat 2=human --seed 7",
            "cardwright play GAME --all-random       watch a game",
            "cardwright play ./my-game --watch       saved cards count at once",
            "cardwright play ./my-game --pack ./my-pack --set drawn=5",
            "cardwright play GAME --save my.jsonl    keep it after every answer",
            "cardwright play --load my.jsonl --save my.jsonl",
            "printf '1\\n1\\nq\\n' | cardwright play GAME --seed 7",
        ],
    ),
    (
        "trace",
        &[
            "cardwright trace GAME CARD              step through what the card does",
            "cardwright trace GAME CARD --all        every clause of it, to read",
            "cardwright trace GAME CARD --format json | jq .answers",
        ],
    ),
    (
        "replay",
        &[
            "cardwright replay my.jsonl              what happened, as a spectator saw it",
            "cardwright replay my.jsonl --as 2 --until 30",
            "cardwright replay my.jsonl --verify     whether it still goes so",
            "cardwright replay my.jsonl --diff       where the rules of today lead elsewhere",
            "cardwright replay my.jsonl --for 2 --out two.jsonl   what seat 2 saw, without secrets",
        ],
    ),
    (
        "sim",
        &[
            "cardwright sim GAME -n 1000             who wins, and how long it takes",
            "cardwright sim GAME -n 1000 --bots sensible --seed 7",
            "cardwright sim GAME -n 20 --check       look for mistakes of the rules",
            "cardwright sim GAME -n 100000 --format json | jq .seats",
        ],
    ),
    (
        "explore",
        &[
            "cardwright explore GAME                 all ways a small game can go",
            "cardwright explore GAME --limit 1000000 --quick",
            "cardwright explore GAME --format json | jq .uniform_value",
        ],
    ),
    (
        "bench",
        &[
            "cardwright bench GAME",
            "cardwright bench GAME --bots sensible",
            "cardwright bench GAME --seconds 10 --format json",
        ],
    ),
    (
        "fmt",
        &[
            "cardwright fmt                          all scripts of the root",
            "cardwright fmt my-cards/new.card",
            "cardwright fmt --check                  change nothing, show what would change",
            "cardwright fmt - < new.card             for editors: the result on standard output",
        ],
    ),
    (
        "new",
        &[
            "cardwright new game my-game             a small game that plays, to be changed",
            "cardwright new pack my-pack --for GAME   an expansion for it",
        ],
    ),
    (
        "eject",
        &[
            "cardwright eject GAME                   into the root around, or here",
            "cardwright eject GAME --dir my-games --force",
        ],
    ),
];

const EXIT_CODES: &str = "Exit codes: 0 fine, 1 errors were found, 2 wrong usage, 130 ended by Ctrl-C.";

/// Adds examples to the program and to each command.
pub fn add(command: Command) -> Command {
    let game = shipped::games().into_iter().next().unwrap_or_else(|| "GAME".to_owned());
    let command = command.after_help(text(GENERAL, &game));
    COMMANDS.iter().fold(command, |command, (name, examples)| {
        let text = text(examples, &game);
        command.mut_subcommand(name, |subcommand| subcommand.after_help(text))
    })
}

fn text(examples: &[&str], game: &str) -> String {
    let mut text = "Examples:\n".to_owned();
    for example in examples {
        // The explanations stay in their column, however long the game's name is.
        let (words, note) = example.split_once("   ").unwrap_or((example, ""));
        let line = format!("  {:<44} {}", words.replace("GAME", game), note.trim_start());
        text += &format!("{}\n", line.trim_end());
    }
    text + "\n" + EXIT_CODES
}
