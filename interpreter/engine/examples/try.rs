//! Scratch: runs a game at random with its trace.
use cardwright::load::{Request, load};
use cardwright::play::{Match, Player, Status, Viewer};
use cardwright::source::{FileKind, SourceFile, Sources};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut sources = Sources::default();
    let name = &args[1];
    sources.add(SourceFile::new("game.toml", std::fs::read_to_string(format!("{name}.toml")).unwrap(), FileKind::Manifest, None));
    sources.add(SourceFile::new("rules.card", std::fs::read_to_string(format!("{name}.card")).unwrap(), FileKind::Script, None));
    let mut request = Request::default();
    let seed: u64 = args[2].parse().unwrap();
    let verbose = args.get(3).is_some_and(|a| a == "v");
    for a in args.iter().skip(4) { if let Ok(n) = a.parse() { request.players = Some(n) } else { request.variants.push((a.clone(), None)) } }
    let t = std::time::Instant::now();
    let loaded = match load(&sources, &request) {
        Ok(l) => l,
        Err(e) => { for d in e { let f = sources.get(d.span.file).unwrap(); println!("{}:{:?} {} {}", f.name, f.line_column(d.span.start), d.code.id(), d.message) } return }
    };
    println!("loaded in {:?}, {} ops, {} comps", t.elapsed(), loaded.program.ops.len(), loaded.program.nouns.components.len());
    if verbose {
        let mut m = Match::traced(loaded.program.clone(), seed, false);
        let mut rng = cardwright::rng::GameRng::new(seed + 1000, 9);
        let mut n = 0;
        while let Some(d) = m.decision() {
            println!("{}", m.view(Viewer::All));
            println!("? {:?} {} {:?}", d.who, d.prompt, d.options.iter().map(|o| o.label.clone()).collect::<Vec<_>>());
            let i = rng.pick(d.options.len());
            m.answer(i).unwrap();
            print!("> {}\n{}", d.options[i].label, m.last_trace());
            n += 1;
            if n > 60 { break }
        }
        println!("{:?}\n{:?}", m.status(), m.outcome());
        if let Status::Stopped(f) = m.status() { println!("{f}") }
    } else {
        let mut p = Player::new(loaded.program.clone());
        let t = std::time::Instant::now();
        let (mut dec, mut ops, mut ended, mut bad) = (0, 0, 0, 0);
        for s in 0..seed { let r = p.play(s, 3000); dec += r.decisions; ops += r.ops; if r.ended { ended += 1 } else { bad = s } }
        let el = t.elapsed().as_secs_f64();
        println!("{seed} games, {dec} decisions, {:.1} ops/dec, {:.2} M dec/s, ended {ended} (last unfinished {bad}), state {} bytes", ops as f64 / dec as f64, dec as f64 / el / 1e6, p.state().heap_bytes());
    }
}
