//! `--lang` and `check --translations`: games in the languages that they have.

mod common;

use common::{Folder, MANIFEST, SCRIPT, run, run_with};

/// The game of the common part in French, too; one question and one option have no French.
fn french(name: &str) -> Folder {
    let folder = Folder::root(name);
    let manifest = MANIFEST
        .replace("ranking =", "languages = [\"en\", \"fr\"]\nranking =")
        .replace("en = \"stone|stones\"", "en = \"stone|stones\", fr = \"pierre|pierres\"")
        .replace("en = \"win|wins\"", "en = \"win|wins\", fr = \"victoire|victoires\"")
        .replace("en = \"token|tokens\"", "en = \"token|tokens\"\nfr = \"jeton|jetons\"")
        .replace("tray = { ", "tray = { fr = \"plateau\", ")
        .replace("kept = { ", "kept = { fr = \"gardés\", ")
        .replace("en = \"more stones\"", "en = \"more stones\"\nfr = \"plus de pierres\"")
        + "[phase]\nprepare = { fr = \"préparation\" }\npick = { fr = \"choix\" }\ntake = { fr = \"prise\" }\n";
    let script = SCRIPT
        .replace("\"red token\"", "\"red token\" fr \"jeton rouge\"")
        .replace("\"green token\"", "\"green token\" fr \"jeton vert\"")
        .replace("\"blue token\"", "\"blue token\" fr \"jeton bleu\"")
        .replace("\"white token\"", "\"white token\" fr \"jeton blanc\"")
        .replace("option take_one {", "option take_one says en \"Take one\" fr \"En prendre une\" {");
    folder.write("games/toy/game.toml", &manifest);
    folder.write("cards/toy/rules.card", &script);
    folder
}

#[test]
fn a_game_through_a_pipe_is_played_in_french_to_its_end() {
    let folder = french("lang-play");
    let ran = run_with(&folder, "play toy --lang fr --seed 3 --seat 2=human", "1 3\n1\n1\n1\n1\n1\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for words in [
        "Jouet 0.1.0, graine 3\nplaces : p1 (humain), p2 (humain)\n",
        "Manche 1, tour de p1\n",
        "plateau : jeton rouge, jeton vert, jeton bleu, jeton blanc",
        "p1 : Choisissez un jeton (encore 2)\n",
        "- p1 choisit jeton rouge, jeton bleu\n- jeton rouge : plateau → gardés de p1\n",
        "- phase « prise » de p1\n",
        "p1 : Que faites-vous ?\n  1  En prendre une\n  2  take two\n",
        "- pierre -1 → 4\n",
        "La partie est terminée\n rang  place  victoires  résultat\n    1  p1             1        +1\n",
    ] {
        assert!(ran.out.contains(words), "no `{words}` in\n{}", ran.out);
    }
    let english = run_with(&folder, "play toy --seed 3 --seat 2=human", "1 3\n1\n1\n1\n1\n1\n");
    assert!(english.out.contains("The game has ended") && english.out.contains("Choose what to do"), "{}", english.out);
}

#[test]
fn a_language_that_the_game_does_not_have_is_refused_with_those_it_has() {
    let folder = french("lang-unknown");
    let ran = run(&folder, "play toy --lang de");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("`--lang de`: the game has no language `de`; it has: en, fr"), "{}", ran.err);
    // The game of the common part does not say that it speaks French.
    let english = Folder::root("lang-english");
    let ran = run(&english, "trace toy red --lang fr");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("no language `fr`; it has: en"), "{}", ran.err);
}

#[test]
fn a_game_kept_in_french_goes_on_in_english_and_the_farewell_keeps_the_language() {
    let folder = french("lang-save");
    let ran = run_with(&folder, "play toy --lang fr --seed 3 --save kept.jsonl", "1 3\n1\nq\n");
    assert!(ran.out.contains("Enregistrée dans kept.jsonl. Pour la reprendre ici :\n"), "{}", ran.out);
    assert!(ran.out.ends_with("cardwright play --load kept.jsonl --save kept.jsonl --lang fr\n"), "{}", ran.out);
    let english = run_with(&folder, "play --load kept.jsonl", "q\n");
    assert_eq!(english.code, Some(0), "{}", english.err);
    assert!(english.out.contains("Choose what to do\n  1  Take one\n"), "{}", english.out);
    let again = run(&folder, "replay kept.jsonl --lang fr --as all");
    assert_eq!(again.code, Some(0), "{}", again.err);
    for words in ["graine 3, 2 joueurs\n", "p1 choisit jeton rouge, jeton bleu", "p1 choisit « En prendre une »"] {
        assert!(again.out.contains(words), "no `{words}` in\n{}", again.out);
    }
    let verified = run(&folder, "replay kept.jsonl --verify");
    assert_eq!(verified.code, Some(0), "{}{}", verified.out, verified.err);
}

#[test]
fn words_typed_in_french_are_answered_in_french() {
    let folder = french("lang-typed");
    let ran = run_with(&folder, "play toy --lang fr --seed 3", "9\nzèbre\nc jeton vert\nh\nu\nJETON VERT\nq\n");
    for words in [
        "Il n'y a pas d'option 9 : les options vont de 1 à 3.",
        "Aucune option ne contient `zèbre`.",
        "jeton vert\n",
        "prendre l'option 3",
        "Vous n'avez pas de réponse à reprendre.",
        "déjà choisi : jeton vert",
    ] {
        assert!(ran.out.contains(words), "no `{words}` in\n{}", ran.out);
    }
}

#[test]
fn clauses_are_gone_through_in_french() {
    let folder = french("lang-trace");
    let manifest = std::fs::read_to_string(folder.0.join("games/toy/game.toml")).expect("the manifest");
    let manifest = manifest.replace("starts_in = \"tray\"", "starts_in = \"tray\"\nabilities = { shine = {} }");
    folder.write("games/toy/game.toml", &manifest);
    let script = std::fs::read_to_string(folder.0.join("cards/toy/rules.card")).expect("the script");
    let script = script.replace("fr \"jeton rouge\"", "fr \"jeton rouge\" shine { gain 1 wins }");
    let script = script
        .replace("to first_player.kept", "to first_player.kept   for each t in picked { run t.shine by first_player }");
    folder.write("cards/toy/rules.card", &script);
    let ran = run(&folder, "trace toy red --lang fr --all");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.starts_with("Jouet : une partie où `red` sert"), "{}", ran.out);
    assert!(ran.out.contains("p1 : victoire +1 → 1") && ran.out.contains("t : jeton rouge"), "{}", ran.out);
    let ran = run_with(&folder, "trace toy red --lang fr --plain", "n\nt\nbah\nq\n");
    assert!(ran.out.contains("pas> ") && ran.out.contains("`bah` n'est pas un mot connu ici."), "{}", ran.out);
}

#[test]
fn what_lacks_a_translation_is_listed_only_where_that_is_asked_for() {
    let folder = french("lang-check");
    let ran = run(&folder, "check toy");
    assert!(ran.err.contains("`toy`: no findings"), "{}{}", ran.out, ran.err);
    let ran = run(&folder, "check toy --translations --format short");
    assert_eq!(ran.code, Some(0));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        lines,
        [
            "cards/toy/rules.card:7:14: warning[W0402]: this `choose` has no question in French",
            "cards/toy/rules.card:11:5: warning[W0402]: the option `take two` has no text in French",
        ],
        "{}",
        ran.err
    );
    let script = std::fs::read_to_string(folder.0.join("cards/toy/rules.card")).expect("the script");
    let script = script
        .replace("from tray by first_player", "from tray by first_player says en \"Which two?\" fr \"Lesquels ?\"");
    folder.write("cards/toy/rules.card", script.replace("needs stones >= 2 {", "needs stones >= 2 says fr \"Deux\" {"));
    let ran = run(&folder, "check toy --translations");
    assert!(ran.err.contains("`toy`: no findings"), "{}{}", ran.out, ran.err);
}

#[test]
fn three_games_are_whole_in_both_languages() {
    let folder = Folder::new("lang-games");
    for game in ["eternitium", "vale-of-eternity", "shards-of-infinity"] {
        let ran = run(&folder, &format!("check {game} --translations"));
        assert!(ran.err.contains("no findings"), "{}{}", ran.out, ran.err);
    }
}

#[test]
fn lists_name_games_in_the_language_that_was_asked_for() {
    let folder = french("lang-list");
    let shown = run(&folder, "list toy --lang fr");
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert!(shown.out.contains("toy              Jouet 0.1.0"), "{}", shown.out);
    assert!(shown.out.contains("hard_mode:1-3") && shown.out.contains("plus de pierres"), "{}", shown.out);
    assert!(run(&folder, "list toy").out.contains("toy              Toy 0.1.0"));
    let json: serde_json::Value = serde_json::from_str(&run(&folder, "list toy --format json").out).expect("JSON");
    assert_eq!((&json["name_fr"], &json["variants"][0]["label_fr"]), (&"Jouet".into(), &"plus de pierres".into()));
    let unknown = run(&folder, "list --lang de");
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("there is no language `de`; there are: en, fr"), "{}", unknown.err);
}

#[test]
fn simulations_name_what_came_out_in_the_language_that_was_asked_for() {
    let folder = french("lang-sim");
    let table = run(&folder, "sim toy -n 20 --lang fr");
    assert_eq!(table.code, Some(0), "{}", table.err);
    assert!(table.out.contains("place  victoires  égalités  score (victoires)  résultat\n"), "{}", table.out);
    let english = run(&folder, "sim toy -n 20").out;
    assert!(english.contains(" seat    wins  draws  score (wins)  result\n"), "{english}");
    assert!(run(&folder, "sim toy -n 20 --lang de").err.contains("no language `de`"));
}

#[test]
fn an_order_that_somebody_picks_lacks_a_language_like_any_other_question() {
    let folder = french("lang-orders");
    let look = |says: &str| {
        let each = format!("for each seat in players in any order{says} {{ gain 0 wins by seat }}");
        folder.write("cards/toy/more.card", format!("rule tidy {{ at end of take {{ {each} }} }}\n"));
        run(&folder, "check toy --translations --format short").out
    };
    let without = look("");
    assert!(without.contains("more.card:1:30: warning[W0402]: this `for each` has no question in French"), "{without}");
    let with = look(" says en \"Who?\" fr \"Qui ?\"");
    assert!(!with.contains("more.card"), "{with}");
}
