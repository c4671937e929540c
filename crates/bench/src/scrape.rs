//! Numbers that the hall publishes at `/metrics`, in the text format of Prometheus.

use crate::{api::Api, failure::Failure};
use std::{collections::BTreeMap, net::SocketAddr};

/// One look at them: each series by its name and labels, as written.
#[derive(Clone, Debug, Default)]
pub struct Scrape(BTreeMap<String, f64>);

impl Scrape {
    /// Looks.
    ///
    /// # Errors
    /// The hall does not answer.
    pub async fn of(address: SocketAddr) -> Result<Self, Failure> {
        Ok(Self::read(&Api::new(address).text("/metrics").await?))
    }

    /// Reads the text; lines that are no series are left out.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let series = text.lines().filter(|line| !line.starts_with('#'));
        let series = series.filter_map(|line| line.rsplit_once(' '));
        Self(
            series
                .filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?)))
                .collect(),
        )
    }

    /// The sum of all series of this name.
    #[must_use]
    pub fn total(&self, name: &str) -> f64 {
        let of_name = |series: &&String| series.split('{').next() == Some(name);
        self.0
            .iter()
            .filter(|(series, _)| of_name(series))
            .map(|(_, value)| value)
            .sum()
    }

    /// What a histogram of seconds has gained since an earlier look.
    #[must_use]
    pub fn gained(&self, before: &Self, name: &str) -> Gained {
        let gain = |series: &str| self.total(series) - before.total(series);
        let mut buckets: Vec<(f64, f64)> = self
            .buckets(name)
            .map(|(bound, series, count)| {
                (bound, count - before.0.get(series).copied().unwrap_or(0.0))
            })
            .collect();
        buckets.sort_by(|a, b| a.0.total_cmp(&b.0));
        Gained {
            count: gain(&format!("{name}_count")),
            sum: gain(&format!("{name}_sum")),
            buckets,
        }
    }

    fn buckets(&self, name: &str) -> impl Iterator<Item = (f64, &str, f64)> {
        let head = format!("{name}_bucket{{");
        self.0.iter().filter_map(move |(series, count)| {
            let labels = series.strip_prefix(&head)?;
            let bound = labels.split_once("le=\"")?.1.split('"').next()?;
            let bound = if bound == "+Inf" {
                f64::INFINITY
            } else {
                bound.parse().ok()?
            };
            Some((bound, series.as_str(), *count))
        })
    }
}

/// What a histogram has gained: times in seconds.
#[derive(Clone, Debug, Default)]
pub struct Gained {
    /// How many.
    pub count: f64,
    /// Their sum.
    pub sum: f64,
    /// How many are not above each bound.
    buckets: Vec<(f64, f64)>,
}

impl Gained {
    /// The mean, in milliseconds.
    #[must_use]
    pub fn mean_ms(&self) -> f64 {
        if self.count > 0.0 {
            self.sum / self.count * 1000.0
        } else {
            0.0
        }
    }

    /// The bucket's bound below which so many per cent lie, in milliseconds.
    #[must_use]
    pub fn bound_ms(&self, percent: f64) -> f64 {
        let wanted = self.count * percent / 100.0;
        let bucket = self.buckets.iter().find(|(_, below)| *below >= wanted);
        bucket.map_or(0.0, |(bound, _)| bound * 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "# TYPE x histogram\nx_bucket{le=\"0.001\"} 5\nx_bucket{le=\"0.01\"} 5\nx_bucket{le=\"+Inf\"} 5\nx_sum 0.001\nx_count 5\n";
    const AFTER: &str = "x_bucket{le=\"0.001\"} 95\nx_bucket{le=\"0.01\"} 104\nx_bucket{le=\"+Inf\"} 105\nx_sum 0.201\nx_count 105\nn{a=\"1\"} 2\nn{a=\"2\"} 3\nnn 9\n";

    #[test]
    fn a_histogram_is_told_by_what_it_gained() {
        let gained = Scrape::read(AFTER).gained(&Scrape::read(BEFORE), "x");
        assert!((gained.count - 100.0).abs() < 1e-9);
        assert!((gained.mean_ms() - 2.0).abs() < 1e-9);
        assert!((gained.bound_ms(50.0) - 1.0).abs() < 1e-9);
        assert!((gained.bound_ms(99.0) - 10.0).abs() < 1e-9);
        assert!(gained.bound_ms(100.0).is_infinite());
    }

    #[test]
    fn series_of_one_name_add_up_whatever_their_labels() {
        assert!((Scrape::read(AFTER).total("n") - 5.0).abs() < 1e-9);
    }
}
