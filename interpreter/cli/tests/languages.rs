//! `--lang` and `check --translations`: games in the languages that they have.

mod common;

use common::{Folder, MANIFEST, PACK, SCRIPT, run, run_with};

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
    assert_eq!(
        (&json["names"]["fr"], &json["variants"][0]["labels"]["fr"]),
        (&"Jouet".into(), &"plus de pierres".into())
    );
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

/// The game of the common part with some words in German and Portuguese.
fn german(name: &str) -> Folder {
    let folder = Folder::root(name);
    let manifest = MANIFEST
        .replace("fr = \"Jouet\"", "de = \"Spielzeug\"\nlanguages = [\"en\", \"de\", \"pt-BR\"]")
        .replace("en = \"stone|stones\"", "en = \"stone|stones\", de = \"Stein|Steine\"")
        .replace("tray = { ", "tray = { de = \"Schale\", pt-BR = \"bandeja\", ")
        .replace("en = \"more stones\"", "en = \"more stones\"\nde = \"mehr Steine\"")
        + "[phase]\ntake = { de = \"Nehmen\", pt_BR = \"pegar\" }\n";
    let script = SCRIPT
        .replace("\"red token\"", "\"red token\" de \"roter Stein\" pt_br \"ficha vermelha\"")
        .replace("from tray by first_player", "from tray by first_player says en \"Which?\" de \"Welche?\"")
        .replace("option take_one {", "option take_one says en \"Take one\" de \"Einen nehmen\" pt_br \"Pegar um\" {");
    folder.write("games/toy/game.toml", &manifest);
    folder.write("cards/toy/rules.card", &script);
    folder
}

#[test]
fn a_turn_is_played_in_german_with_english_where_the_game_has_no_german() {
    let folder = german("lang-german");
    let ran = run_with(&folder, "play toy --lang de --seed 3 --seat 2=human", "1 3\n1\n1\n1\n1\n1\n");
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    for words in [
        "Spielzeug 0.1.0, seed 3\n",
        "Schale: roter Stein, green token, blue token, white token",
        "p1: Welche?",
        "1  Einen nehmen\n  2  take two\n",
        "Steine",
        "- Stein -1 → 4\n",
        "The game has ended\n",
    ] {
        assert!(ran.out.contains(words), "no `{words}` in\n{}", ran.out);
    }
    for lang in ["pt-BR", "pt_br", "PT-br"] {
        let ran = run_with(&folder, &format!("play toy --lang {lang} --seed 3 --seat 2=human"), "1 3\n1\nq\n");
        assert!(ran.out.contains("bandeja: ficha vermelha, green token"), "{lang}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("1  Pegar um\n"), "{lang}: {}", ran.out);
    }
    let other = run(&folder, "play toy --lang it");
    assert!(other.err.contains("the game has no language `it`; it has: en, de, pt-BR"), "{}", other.err);
    assert_eq!(run(&folder, "sim toy -n 2 --lang de").code, Some(0));
    let shown = run(&folder, "list toy --lang de");
    assert!(shown.out.contains("Spielzeug 0.1.0") && shown.out.contains("mehr Steine"), "{}{}", shown.out, shown.err);
    let unknown = run(&folder, "list --lang it");
    assert!(unknown.err.contains("there is no language `it`; there are: en, fr, de, pt-BR"), "{}", unknown.err);
}

#[test]
fn what_lacks_words_is_one_sentence_for_each_language_and_a_list_where_it_is_asked_for() {
    let folder = german("lang-lacks");
    let ran = run(&folder, "check toy --format short");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        lines,
        [
            "games/toy/game.toml:6:20: warning[W0402]: German (de): 6 texts have no words",
            "games/toy/game.toml:6:26: warning[W0402]: Portuguese (pt-BR): 7 texts have no words",
        ],
        "{}{}",
        ran.out,
        ran.err
    );
    let ran = run(&folder, "check toy --translations --format short");
    assert!(!ran.out.contains("texts have no words"), "{}", ran.out);
    for words in ["`wins` has no name in German", "`green` has no name in Portuguese", "`pick` has no name in German"] {
        assert!(ran.out.contains(words), "no `{words}` in\n{}", ran.out);
    }
    let long = run(&folder, "check toy --translations");
    assert!(long.err.contains("write `name \"…\" pt_br \"…\"` on it"), "{}", long.err);
    assert!(long.err.contains("add `pt-BR = \"…\"` to it"), "{}", long.err);
}

#[test]
fn words_of_a_pack_and_of_a_table_of_cards_may_be_in_any_language_of_the_game() {
    let folder = german("lang-german-pack");
    folder.write("cards/toy/packs/dragons/pack.toml", format!("{PACK}name = \"Dragons\"\nde = \"Drachen\"\n"));
    folder.write(
        "cards/toy/packs/dragons/token.csv",
        "id,name,de,says,says_de\nwyrm,wyrm,Lindwurm,It burns.,Es brennt.\n",
    );
    let shown = run(&folder, "list toy --lang de");
    assert!(shown.out.contains("Drachen"), "{}{}", shown.out, shown.err);
    let ran = run_with(&folder, "play toy --pack dragons --lang de --seed 3", "c Lindwurm\nq\n");
    assert!(ran.out.contains("Drachen 1.0.0") && ran.out.contains("Es brennt."), "{}{}", ran.out, ran.err);
    let ran = run(&folder, "check toy --format short");
    assert!(ran.out.contains("Portuguese (pt-BR): 2 texts of this pack have no words"), "{}", ran.out);
    assert_eq!(ran.out.matches("German (de): 6").count(), 1, "{}", ran.out);
}

#[test]
fn a_language_written_like_a_word_of_manifests_or_scripts_is_written_with_its_country() {
    let folder = Folder::root("lang-taken");
    let with = |code: &str| {
        let manifest = MANIFEST.replace("ranking =", &format!("languages = [\"en\", \"{code}\"]\nranking ="));
        folder.write("games/toy/game.toml", &manifest);
        run(&folder, "check toy").err
    };
    assert!(with("id").contains("write the language with its country: \"id-ID\""), "{}", with("id"));
    assert!(with("is").contains("write the language with its country: \"is-IS\""), "{}", with("is"));
    assert!(!with("id-ID").contains("error"), "{}", with("id-ID"));
}
