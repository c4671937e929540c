# syntax=docker/dockerfile:1
# Builds the one binary and puts it, and nothing else, on a small Debian.

ARG DEBIAN=bookworm

FROM rust:1-slim-${DEBIAN} AS build
WORKDIR /build
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/build/target \
    cargo build --release --locked --package ludohall-server --bin ludohall \
    && cp target/release/ludohall /usr/local/bin/ludohall

FROM debian:${DEBIAN}-slim
RUN useradd --system --uid 10001 --user-group --home-dir /hall --create-home ludohall
COPY --from=build /usr/local/bin/ludohall /usr/local/bin/ludohall
USER ludohall
WORKDIR /hall
# The SQLite database lies in ./data, the default; a volume mounted there belongs to this user.
RUN mkdir data
VOLUME /hall/data
ENV LUDOHALL_LISTEN=0.0.0.0:8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["ludohall", "healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["ludohall"]
CMD ["serve"]
