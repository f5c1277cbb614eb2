//! Every case of `suite/run`: source and transcript in one snapshot beside the case.

use cardwright_tests::case::{Case, folder};
use cardwright_tests::transcript::transcript;

#[track_caller]
fn case(stage: &str, name: &str) {
    let case = Case::read(stage, name);
    let text = format!("SOURCE\n{}\nOUTPUT\n{}", case.source(), transcript(&case));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder(stage));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

include!(concat!(env!("OUT_DIR"), "/run.rs"));
