//! The table of phrases: what each is for, in English and in French. `{0}` is filled with the first part.
//!
//! French phrases are made so that nothing in them must agree with a name whose gender is not known.

use super::Language;

macro_rules! phrases {
    ($($name:ident $english:literal $french:literal)*) => {
        /// Something that is said in a game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Phrase {
            $(#[doc = $english] $name,)*
        }

        impl Phrase {
            /// All of them.
            pub const ALL: &[Phrase] = &[$(Phrase::$name),*];

            /// The words, with their places still open.
            pub fn text(self, language: Language) -> &'static str {
                match (self, language) {
                    $(
                        (Phrase::$name, Language::English | Language::Other(_)) => $english,
                        (Phrase::$name, Language::French) => $french,
                    )*
                }
            }

            /// In every language, as a script would give it.
            pub fn texts(self) -> Vec<(String, String)> {
                Language::OWN.iter().map(|l| (l.code().to_owned(), self.text(*l).to_owned())).collect()
            }
        }
    };
}

phrases! {
    // ---- names of things
    ANoun "a {0}" "un {0}"
    AnNoun "an {0}" "une {0}"
    ACard "a card" "une carte"
    APlayer "a player" "un joueur"
    ANumber "a number" "un nombre"
    Or " or " " ou "
    Nor " nor " " ni "
    Nobody "nobody" "personne"
    NoCard "no card" "aucune carte"
    Nowhere "nowhere" "nulle part"
    Nothing "nothing" "rien"
    None "none" "aucun"
    All "all" "tout"
    Everybody "everybody" "tout le monde"
    Supply "supply" "réserve"
    Yes "yes" "oui"
    No "no" "non"
    Place "{0}'s {1}" "{1} de {0}"
    ZoneAt "{0} at {1}" "{0} ({1})"
    CardOf "a card of {0}" "une carte ({0})"
    CardAt "card {0} of {1}" "carte {0} ({1})"
    OneCard "{0} card" "{0} carte"
    Cards "{0} cards" "{0} cartes"
    Headed "{0}: {1}" "{0} : {1}"
    NoPieces "no {0}" "0 {0}"
    AndMore "and {0} more" "et {0} de plus"
    Lists "lists" "listes"
    TheShares "the shares" "les parts"
    FaceUp "face up" "face visible"
    FaceDown "face down" "face cachée"
    Bottom "bottom of {0}" "{0} (dessous)"

    // ---- the table
    Heading "Round {0}" "Manche {0}"
    HeadingOfTurn "Round {0}, turn of {1}" "Manche {0}, tour de {1}"
    SupplyOf "supply: {0}" "réserve : {0}"
    At "at {0}" "sur {0}"
    Out "out" "hors jeu"
    OneUnknown "{0} unknown" "{0} inconnue"
    Unknown "{0} unknown" "{0} inconnues"
    OneOf "one of {0}" "l'une de {0}"
    AttributeNot "{0} not {1}" "{0} ni {1}"
    AttributeOneOf "{0} one of {1}" "{0} parmi {1}"

    // ---- what happens
    Moved "{0}: {1} → {2}" "{0} : {1} → {2}"
    AsStuff "{0}, as {1}" "{0} (devient {1})"
    BecomesStuff "{0}: {1} becomes {2}" "{0} : {1} devient {2}"
    BecomeStuff "{0}: {1} become {2}" "{0} : {1} deviennent {2}"
    Refilled "{0} shuffled into {1}" "{0} → {1}, mélange"
    Shuffled "shuffled {0}" "mélange : {0}"
    TurnedUp "{0} turned up" "{0} : face visible"
    TurnedDown "{0} turned down" "{0} : face cachée"
    Flipped "flipped {0}" "retournement : {0}"
    Swapped "swapped {0} with {1}" "échange : {0} et {1}"
    ShownTo "{0} shown to {1}" "{0} : visible pour {1}"
    Hidden "{0} hidden" "on cache {0}"
    Barred "{0} stays where it is: {1} takes no such cards" "{0} reste en place : ce n'est pas une carte à mettre là ({1})"
    Full "{0} stays where it is: {1} is full" "{0} reste en place : il n'y a plus de place ({1})"
    Remembered "{0}{2} + {1}" "{0}« {2} » : + {1}"
    Forgotten "{0}{2} - {1}" "{0}« {2} » : - {1}"
    ChangePlaces "{0} and {1} change places" "{0} et {1} échangent leurs places"
    ChangesInSecret "{0}{1} changes" "{0}{1} change"
    StaysAt "{0}{1} stays {2}" "{0}{1} reste à {2}"
    StayAt "{0}{1} stay {2}" "{0}{1} restent à {2}"
    IsNow "{0}{1} is {2}" "{0}{1} → {2}"
    NoLonger "{0}{1} no more" "{0}fin de « {1} »"
    CountIs "{0}now {1}" "{0}désormais {1}"
    IsNone "{0}no {1}" "{0}{1} → aucun"
    Eliminated "{0} is out" "{0} est hors jeu"
    FirstPlayer "{0} is first player" "{0} jouera en premier"
    RollBonus "the bonus of the roll is {0}" "le bonus du lancer est {0}"
    PhaseToEnd "phase {0} is to end" "la phase « {0} » va se terminer"
    TurnToEnd "the turn is to end" "le tour va se terminer"
    LastRound "the game is to end after this round" "la partie se terminera après cette manche"
    Phase "phase {0}" "phase « {0} »"
    PhaseOf "phase {0} {1}" "phase « {0} » de {1}"
    PhaseWhose "phase {0}, {1}" "phase « {0} » de {1}"
    Round "round {0}" "manche {0}"
    GameEnds "the game ends" "la partie se termine"
    ToldSomething "{0} is told something about {1}" "{0} apprend quelque chose sur {1}"
    Told "{0} is told: {1}" "{0} apprend : {1}"
    Fills "{0} fills itself" "remplissage : {0}"

    // ---- what somebody does; the first part is who, with a blank, or nothing
    Chooses "{0}chooses {1}: {2}" "{0}choisit {2}"
    ChoosesThat "{0}chooses {1}" "{0}choisit {1}"
    ChoosesNothing "{0}chooses nothing" "{0}ne choisit rien"
    ChoosesNumber "{0}chooses {1} ({2})" "{0}choisit {1} ({2})"
    TakesOption "{0}chooses \"{1}\"" "{0}choisit « {1} »"
    ChoosesOption "{0}chooses {1}" "{0}choisit « {1} »"
    ChoosesOptionFor "{0}chooses {1}: {2}" "{0}choisit « {1} » : {2}"
    Splits "{0}splits {1}: {2}" "{0}répartit : {2}"
    SplitsThat "{0}splits: {1}" "{0}répartit : {1}"
    Pays "{0}pays {1}{2}" "{0}paie {1}"
    PaysNothing "{0}pays nothing{1}" "{0}ne paie rien"
    As " as {0}" " ({0})"
    Passes "{0}passes" "{0}passe"
    DoesSo "{0}does so" "{0}le fait"
    Declines "{0}declines" "{0}renonce"
    Rolled "rolled {0}{1}: {2}" "lancer de {0} : {2}"
    ChanceGives "chance gives {0}: {1}" "le hasard donne {1}"
    ChanceGivesThat "chance gives {0}" "le hasard donne {0}"
    ChoosesInSecret "{0}chooses {1} in secret" "{0}fait un choix secret"
    ChanceGivesInSecret "chance gives {0} in secret" "le hasard donne quelque chose en secret"
    RolledInSecret "rolled {0}{1} in secret" "lancer de {0} en secret"
    Something "something" "quelque chose"
    Does "{0}does {1}({2})" "{0}fait {1}({2})"
    AboutTo "{0}is about to {1}" "{0}s'apprête à {1}"
    AndSo "and so {0}" "et ainsi {0}"
    Acts "{0} acts" "{0} agit"
    ActsFor "{0} acts for {1}" "{0} agit pour {1}"
    NoLongerActs "{0} no longer acts" "{0} n'agit plus"
    Lacks "{0} has no {1}" "{0} n'a pas de {1}"
    Later "what was put off happens" "ce qui était remis à plus tard a lieu"
    FromNowOn "from now on: {0}" "désormais : {0}"
    Gain "gain{0}" "gagner{0}"
    Lose "lose{0}" "perdre{0}"
    Move "move{0}" "déplacer{0}"
    Turn "turn{0}" "retourner{0}"
    Shuffle "shuffle{0}" "mélanger{0}"
    Reveal "reveal{0}" "révéler{0}"
    Swap "swap{0}" "échanger{0}"
    Roll "roll{0}" "lancer{0}"
    Look "look at{0}" "regarder{0}"
    Pay "pay{0}" "payer{0}"
    Set "set{0}" "fixer{0}"
    Eliminate "eliminate{0}" "éliminer{0}"

    // ---- what is not done
    Skipped "skipped: what it is about is not there" "sans effet : ce dont il s'agit n'est pas là"
    SkippedName "skipped: there is no `{0}`" "sans effet : `{0}` est absent"
    NotSo "not so: {0}" "ce n'est pas le cas : {0}"
    NotMet "not done: a condition is not met" "pas fait : une condition n'est pas remplie"
    NotPaid "not done: there is not enough to pay with" "pas fait : il n'y a pas de quoi payer"
    NotPossible "not done: it cannot be done now" "pas fait : c'est impossible pour le moment"
    NotInFull "not done: it cannot be done in full" "pas fait : c'est impossible en entier"
    CutShort "the rest is not done: it cannot be done in full" "le reste n'est pas fait : c'est impossible en entier"
    UsedUp "not done: it is used up for now" "pas fait : c'est épuisé pour le moment"
    Forbidden "not done: it is forbidden" "pas fait : c'est interdit"
    NothingToChoose "nothing to choose from" "rien à choisir"
    OneLineLeftOut "… 1 line is left out here …" "… 1 ligne omise …"
    LinesLeftOut "… {0} lines are left out here …" "… {0} lignes omises …"

    // ---- where one is in the rules
    NameIs "{0} is {1}" "{0} : {1}"
    Absent "absent" "absent"
    InAction "action `{0}`" "action `{0}`"
    InHook "hook of `{0}`" "effet de `{0}`"
    InAbility "`{0}` of {1}" "`{0}` de {1}"
    InRules "the rules that always hold" "les règles permanentes"
    InWindow "window `{0}`" "fenêtre `{0}`"

    // ---- questions
    Choose "Choose {0}" "Choisissez {0}"
    ChooseOrStop "Choose {0}, or stop" "Choisissez {0}, ou arrêtez"
    ChooseMore "Choose {0} ({1} more)" "Choisissez {0} (encore {1})"
    SaidMore "{0} ({1} more)" "{0} (encore {1})"
    ChoosePayment "Choose payment" "Choisissez le paiement"
    ChooseWhatToTake "Choose what to take" "Que prenez-vous ?"
    ChooseWhatToGiveUp "Choose what to give up" "À quoi renoncez-vous ?"
    ChooseNext "Choose next" "Choisissez la suite"
    DoThis "Do this? {0}" "Faire ceci ? {0}"
    ChooseWhatToDo "Choose what to do" "Que faites-vous ?"
    HowMuch "How much of {0} goes to {1}?" "Combien pour {1} ?"
    SaidFor "{0} ({1})" "{0} ({1})"
    WhichEffect "Which of these effects comes first?" "Lequel de ces effets vient en premier ?"
    PlayNow "Play something now? ({0})" "Jouer quelque chose maintenant ? ({0})"
    WhichCard "Which card is it?" "De quelle carte s'agit-il ?"
    Chance "Chance: {0}" "Hasard : {0}"
    ChanceOfDie "Chance: a die" "Hasard : un dé"
    For "{0} [{1}]" "{0} [{1}]"
    Pass "pass" "passer"
    NoMore "no more" "c'est tout"
    Free "free" "gratuit"
    IsGamble "a gamble" "un pari"
    NotKnown "unknown" "inconnue"
    WorthIn "{0} in {1}" "{0} en {1}"
    DrawnFaceUp "{0} (face up)" "{0} (face visible)"

    // ---- screens
    Greeting "{0} {1}{2}, seed {3}" "{0} {1}{2}, graine {3}"
    WithPack " with {0} {1}" " avec {0} {1}"
    Seat "seat: {0}" "place : {0}"
    Seats "seats: {0}" "places : {0}"
    Human "human" "humain"
    Random "random" "au hasard"
    Sensible "sensible" "raisonnable"
    HowToType
        "Type the number of an option; `h` is for help, `q` for the end."
        "Tapez le numéro d'une option ; `h` pour l'aide, `q` pour quitter."
    TypeNumber
        "Type the number of an option; `v` shows them again, `h` is for help."
        "Tapez le numéro d'une option ; `v` les montre à nouveau, `h` pour l'aide."
    NoOptionContains
        "No option contains `{0}`. `v` shows them all, `h` is for help."
        "Aucune option ne contient `{0}`. `v` les montre toutes, `h` pour l'aide."
    NothingHappened "Nothing has happened yet." "Rien ne s'est encore passé."
    WriteCard
        "Write `c` and a name or a part of one, or the number of an option."
        "Tapez `c` et un nom ou une partie d'un nom, ou le numéro d'une option."
    NothingCalled "Nothing here is called `{0}`." "Rien ici ne s'appelle `{0}`."
    SeveralCalled "Several names fit:" "Plusieurs noms conviennent :"
    AboutNothing "Option {0} is about nothing that has a name." "L'option {0} ne porte sur rien qui ait un nom."
    UnknownCardAt "a card that you do not know ({0})" "une carte que vous ne connaissez pas ({0})"
    Neighbours "neighbours: {0}" "voisins : {0}"
    CardOfPack "`{0}` is a card of the pack `{1}`: play with `--pack {1}`." "`{0}` est une carte de l'extension `{1}` : jouez avec `--pack {1}`."
    NoLongerPossible
        "After the first {0} the answer `{1}` is no longer possible; nothing was done."
        "Après les {0} premières réponses, `{1}` n'est plus possible ; rien n'a été fait."
    NotPossibleBecause "That is not possible: {0}" "C'est impossible : {0}"
    NoAnswerToUndo "There is no answer of yours to take back." "Vous n'avez pas de réponse à reprendre."
    CannotUndo "Your last answer cannot be taken back." "Votre dernière réponse ne peut pas être reprise."
    BackBefore "Back before answer {0}." "Retour avant la réponse {0}."
    OnlyOption "There is no option {0}: the only option is 1." "Il n'y a pas d'option {0} : la seule option est 1."
    OptionsUpTo
        "There is no option {0}: the options are 1 to {1}."
        "Il n'y a pas d'option {0} : les options vont de 1 à {1}."
    ThatNumber "that number" "ce numéro"
    NotThatOften
        "Option {0} ({1}) cannot be taken that often."
        "L'option {0} ({1}) ne peut pas être prise si souvent."
    TooManyNumbers
        "You gave {0} numbers, but only {1} can be chosen here."
        "Vous avez donné {0} numéros, mais on ne peut en choisir que {1} ici."
    HandOver
        "{0} is next: press Enter when nobody else looks. "
        "C'est à {0} : appuyez sur Entrée quand personne d'autre ne regarde. "
    LeftAt "Left at seed {0}.{1} To go on from here:" "Partie quittée, graine {0}.{1} Pour la reprendre ici :"
    SaveTellsAll
        "{0} holds the seed and every answer: whoever reads it knows all secrets of the game."
        "{0} contient la graine et toutes les réponses : qui le lit connaît tous les secrets de la partie."
    SavedIn " Saved in {0}." " Enregistrée dans {0}."
    OnlyOne "{0} (the only option)" "{0} (seule option)"
    RestOfTable "… the rest is as it was; `v` shows it" "… le reste n'a pas changé ; `v` le montre"
    Secret "secret" "secret"
    UpTo "up to {0}" "jusqu'à {0}"
    InAll "{0} to {1} in all" "de {0} à {1} en tout"
    Picked "picked: {0}" "déjà choisi : {0}"
    HasEnded "The game has ended" "La partie est terminée"
    YouWon "You have won" "Vous avez gagné"
    YouWonTogether "You have won together" "Vous avez gagné ensemble"
    YouLost "You have lost" "Vous avez perdu"
    YouLostTogether "You have lost together" "Vous avez perdu ensemble"
    GameWon "The game is won" "La partie est gagnée"
    GameLost "The game is lost" "La partie est perdue"
    TeamWins "{0} wins" "{0} gagne"
    TeamsShare "{0} share the first place" "{0} se partagent la première place"
    And "{0} and {1}" "{0} et {1}"
    TeamOf "team {0} ({1})" "équipe {0} ({1})"
    TeamColumn "team" "équipe"
    Rank "rank" "rang"
    SeatColumn "seat" "place"
    Result "result" "résultat"
    WinsColumn "wins" "victoires"
    DrawsColumn "draws" "égalités"
    WonColumn "won" "gagnées"
    LostColumn "lost" "perdues"
    SeedWas "seed {0}" "graine {0}"
    ReplayHead "{0} {1}{2}, seed {3}, {4}" "{0} {1}{2}, graine {3}, {4}"
    OnePlayer "{0} player" "{0} joueur"
    Players "{0} players" "{0} joueurs"
    Variants "variants: {0}" "variantes : {0}"
    Numbers "numbers: {0}" "nombres : {0}"
    ChanceAnswers "chance" "hasard"
    GoesOn "The game goes on from here: {0}" "La partie se poursuit ici : {0}"
    PlayHelp
        "  3          take option 3
  1 3        take several, where several can be chosen
  text       show only the options with that text; a whole label is taken at once
  /text      the same, where the text is a number or one of these letters
  u, undo    take back your last answer
  t, trace   what the last effect did, as a tree
  s, step    go through it clause by clause, and back to any decision
  v, view    show the table and all options again
  c NAME     all about a card, a space or anything with a name: what it is, where it
             lies, what lies on it; part of the name is enough
  c 3        the same about what option 3 is about
  h, ?       this help
  q, quit    leave; says how to go on later
"
        "  3          prendre l'option 3
  1 3        en prendre plusieurs, là où on peut en choisir plusieurs
  texte      ne montrer que les options qui le contiennent ; un nom entier est pris aussitôt
  /texte     de même, si le texte est un nombre ou l'une de ces lettres
  u, undo    reprendre votre dernière réponse
  t, trace   ce que le dernier effet a fait, en arbre
  s, step    le parcourir clause par clause, et revenir à n'importe quelle décision
  v, view    montrer à nouveau la table et toutes les options
  c NOM      tout sur une carte, un espace ou ce qui a un nom : ce que c'est, où il se
             trouve, ce qu'il porte ; une partie du nom suffit
  c 3        de même pour ce sur quoi porte l'option 3
  h, ?       cette aide
  q, quit    quitter ; dit comment reprendre plus tard
"

    // ---- going through a game clause by clause
    TraceHead
        "{0}: a game in which `{1}` is used, found from seed {2} with chance on its side."
        "{0} : une partie où `{1}` sert, trouvée depuis la graine {2} avec l'aide du hasard."
    TraceBegins
        "Its text begins with answer {0} of {1}."
        "Son texte commence à la réponse {0} sur {1}."
    AtBeginning "the beginning, clause {0} of {1}{2}" "le début, clause {0} sur {1}{2}"
    AtAnswer "answer {0} of {1}, clause {2} of {3}{4}" "réponse {0} sur {1}, clause {2} sur {3}{4}"
    NotKept " (and {0} more that are not kept)" " (et {0} de plus qui ne sont pas gardées)"
    SetUp "The game is set up." "La partie est mise en place."
    Answered "{0} answered." "{0} a répondu."
    AskedAndTook "{0}: {1} → {2}" "{0} : {1} → {2}"
    AnswerHead "answer {0}: {1}" "réponse {0} : {1}"
    TheGameItself "(the game itself)" "(le jeu lui-même)"
    UnknownText "(the text of a card that you do not know)" "(le texte d'une carte que vous ne connaissez pas)"
    In "in {0}" "dans {0}"
    StepKeys
        "→ n next clause   ← p previous   ↑↓ decision   Enter choose   ? help   q quit"
        "→ n clause suivante   ← p précédente   ↑↓ décision   Entrée choisir   ? aide   q quitter"
    StepHelp
        "→  n        the next clause
←  p        the clause before
↑           the decision before
↓           the next decision
Home        the beginning of the game
End         the last answer
Enter       choose differently at this decision;
            at the last clause: answer what is asked next
?  h        this help
q  Esc      leave"
        "→  n        la clause suivante
←  p        la clause d'avant
↑           la décision d'avant
↓           la décision suivante
Début       le début de la partie
Fin         la dernière réponse
Entrée      choisir autrement à cette décision ;
            à la dernière clause : répondre à la question suivante
?  h        cette aide
q  Échap    quitter"
    StepWords
        "`n` is the next clause, `p` the one before, `h` is for help."
        "`n` est la clause suivante, `p` celle d'avant, `h` est l'aide."
    StepWordsHelp
        "  n, next      the next clause (Enter does the same)
  p, previous  the clause before
  u, up        the decision before; d, down  the next decision
  answer 5     the first clause after answer 5; answer 0 is the beginning
  c, choose    the options there were; choose 2 takes another one, and goes on from there
  t, tree      the tree of effects of this answer
  v, table     the whole table after this clause
  s, source    more of the script
  h, help      this help
  q, quit      leave
"
        "  n, next      la clause suivante (Entrée fait de même)
  p, previous  la clause d'avant
  u, up        la décision d'avant ; d, down  la décision suivante
  answer 5     la première clause après la réponse 5 ; answer 0 est le début
  c, choose    les options qu'il y avait ; choose 2 en prend une autre, et la partie reprend de là
  t, tree      l'arbre des effets de cette réponse
  v, table     toute la table après cette clause
  s, source    la suite du script
  h, help      cette aide
  q, quit      quitter
"
    StepPrompt "step> " "pas> "
    NoSuchWord "`{0}` is none of the words here." "`{0}` n'est pas un mot connu ici."
    AtTheBeginning "This is the beginning of the game." "C'est le début de la partie."
    NoEarlierDecision "There is no earlier decision." "Il n'y a pas de décision plus tôt."
    NoLaterDecision "There is no later decision: Enter answers." "Il n'y a pas de décision plus tard : Entrée répond."
    EndSoFarEnter "This is the end so far: Enter answers." "C'est la fin pour l'instant : Entrée répond."
    AnswersAre "The answers are 0 to {0}." "Les réponses vont de 0 à {0}."
    NotYours
        "That answer is not yours: `u` goes to the decision before."
        "Cette réponse n'est pas la vôtre : `u` va à la décision d'avant."
    NotYoursUp
        "That answer is not yours: ↑ goes to the decision before."
        "Cette réponse n'est pas la vôtre : ↑ va à la décision d'avant."
    NobodyAsked "Nobody was asked here." "Personne n'a été interrogé ici."
    NobodyAskedBefore
        "Nobody was asked before the game began."
        "Personne n'a été interrogé avant le début de la partie."
    EndSoFarNext "This is the end so far. Next is:" "C'est la fin pour l'instant. Ensuite :"
    EndSoFarWaits
        "This is the end so far: the game waits for the next answer."
        "C'est la fin pour l'instant : la partie attend la réponse suivante."
    EndOver "This is the end: the game is over." "C'est la fin : la partie est terminée."
    Taken "<- taken" "<- choisi"
    ChooseOne "`choose 1` takes option 1 here." "`choose 1` prend l'option 1 ici."
    NothingDone "Nothing was done." "Rien n'a été fait."
    KeysTitle "Keys" "Touches"
    ScriptTitle "script" "script"
    NamesTitle "names" "noms"
    TableTitle "table, * changed by this clause" "table, * changé par cette clause"
    EffectsTitle "effects of this answer" "effets de cette réponse"
    NoNames "no names here" "aucun nom ici"
    ShownWithOpen "shown with --open" "montré avec --open"
    NothingChanges "nothing changes here" "rien ne change ici"
    TurnPlace "turn" "tour"
}
