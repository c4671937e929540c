//! Guests, sessions and profiles.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, guest, player};
use ludohall_store::{
    Millis, NAME_MAX_CHARS, Profile, ProfileError, SESSION_LIFETIME_MS, TokenHash,
};

on_both!(
    a_guest_is_found_by_its_token_alone,
    a_session_ends_when_it_is_revoked_or_not_used,
    using_a_session_keeps_it,
    a_profile_is_changed_where_asked,
    a_bad_profile_is_refused_and_changes_nothing,
);

async fn a_guest_is_found_by_its_token_alone(database: Database) {
    let store = database.open().await;
    let id = guest(&store, "token", Millis(0)).await;
    let identity = store
        .identity(TokenHash::of("token"), Millis(1))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (identity.player.id, identity.player.name.as_str()),
        (id, "Ада")
    );
    assert!(identity.player.guest);
    assert_eq!(identity.language, "ru");
    assert!(
        store
            .identity(TokenHash::of("Token"), Millis(1))
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(store.player(id).await.unwrap(), Some(identity));
    assert!(store.player(player()).await.unwrap().is_none());
}

async fn a_session_ends_when_it_is_revoked_or_not_used(database: Database) {
    let store = database.open().await;
    guest(&store, "one", Millis(0)).await;
    guest(&store, "two", Millis(0)).await;
    assert!(store.revoke(TokenHash::of("one")).await.unwrap());
    assert!(!store.revoke(TokenHash::of("one")).await.unwrap());
    assert!(
        store
            .identity(TokenHash::of("one"), Millis(1))
            .await
            .unwrap()
            .is_none()
    );
    let after = Millis(SESSION_LIFETIME_MS);
    assert!(
        store
            .identity(TokenHash::of("two"), after)
            .await
            .unwrap()
            .is_none()
    );
}

async fn using_a_session_keeps_it(database: Database) {
    let store = database.open().await;
    guest(&store, "token", Millis(0)).await;
    let late = Millis(SESSION_LIFETIME_MS - 1);
    assert!(
        store
            .identity(TokenHash::of("token"), late)
            .await
            .unwrap()
            .is_some()
    );
    // The note goes through the same queue, so it is written when this is answered.
    store.beat(late).await.unwrap();
    let later = Millis(SESSION_LIFETIME_MS + 1);
    assert!(
        store
            .identity(TokenHash::of("token"), later)
            .await
            .unwrap()
            .is_some()
    );
}

async fn a_profile_is_changed_where_asked(database: Database) {
    let store = database.open().await;
    let id = guest(&store, "token", Millis(0)).await;
    let named = Profile {
        name: Some("Ann O'Neil".to_owned()),
        ..Profile::default()
    };
    assert_eq!(
        store.set_profile(id, named).await.unwrap().player.name,
        "Ann O'Neil"
    );
    let looks = serde_json::json!({"board": "wood", "signs": true});
    let looks = looks.as_object().unwrap().clone();
    let dressed = Profile {
        looks: Some(looks.clone()),
        language: Some("pt-BR".to_owned()),
        name: None,
    };
    let identity = store.set_profile(id, dressed).await.unwrap();
    assert_eq!(
        (identity.language.as_str(), &identity.looks),
        ("pt-BR", &looks)
    );
    assert_eq!(identity.player.name, "Ann O'Neil");
    assert_eq!(store.player(id).await.unwrap(), Some(identity));
}

async fn a_bad_profile_is_refused_and_changes_nothing(database: Database) {
    let store = database.open().await;
    let id = guest(&store, "token", Millis(0)).await;
    for name in [
        "",
        " ",
        " a",
        "a\nb",
        "a\0b",
        &"x".repeat(NAME_MAX_CHARS + 1),
    ] {
        let profile = Profile {
            name: Some(name.to_owned()),
            ..Profile::default()
        };
        assert!(
            matches!(
                store.set_profile(id, profile).await,
                Err(ProfileError::BadName)
            ),
            "{name:?}"
        );
    }
    let profile = Profile {
        language: Some("e n".to_owned()),
        ..Profile::default()
    };
    assert!(matches!(
        store.set_profile(id, profile).await,
        Err(ProfileError::BadLanguage)
    ));
    let looks = serde_json::json!({"x": "y".repeat(5_000)})
        .as_object()
        .cloned();
    let profile = Profile {
        looks,
        name: Some("New".to_owned()),
        ..Profile::default()
    };
    assert!(matches!(
        store.set_profile(id, profile).await,
        Err(ProfileError::BadLooks)
    ));
    let stranger = store.set_profile(player(), Profile::default()).await;
    assert!(matches!(stranger, Err(ProfileError::NoSuchPlayer)));
    assert_eq!(store.player(id).await.unwrap().unwrap().player.name, "Ада");
}
