import type { Language } from '#platform/shared/languages.ts'

/** Suggested to whoever hides a letterbox, in the language of whoever is told. */
export const HIDING_REASONS: Record<Language, readonly string[]> = {
  de: [
    'An dieser Adresse gibt es keinen Briefkasten mit Stickern.',
    'Mehrere Personen haben gemeldet, dass niemand antwortet.',
    'Der Platz auf der Karte stimmt nicht mit der Adresse überein.',
    'Der Eintrag verstösst gegen unsere Regeln.',
  ],
  en: [
    'There is no letterbox with stickers at this address.',
    'Several people have reported that nobody answers.',
    'The spot on the map does not match the address.',
    'The entry breaks our rules.',
  ],
  fr: [
    'Il n’y a pas de boîte aux lettres avec des autocollants à cette adresse.',
    'Plusieurs personnes ont signalé que personne ne répond.',
    'L’emplacement sur la carte ne correspond pas à l’adresse.',
    'L’annonce enfreint nos règles.',
  ],
}
