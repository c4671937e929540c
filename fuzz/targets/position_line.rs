#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ludohall_fuzz::position_line(data));
