#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ludohall_fuzz::engine_line(data));
