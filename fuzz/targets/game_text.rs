#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ludohall_fuzz::game_text(data));
