//! From syntax trees and manifest to one typed tree, with everything that is wrong.

pub mod items;
pub mod layers;
pub mod names;
pub mod resolve;
pub mod symbols;
pub mod tree;
