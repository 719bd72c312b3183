import type { MailContent } from '#platform/server/mail/mail-template.ts'

/** A sample mail; a kind has several if its cases look different. */
export interface MailSample {
  /** The template's name with a word for the case. */
  name: string
  content: MailContent
}

export const SITE = 'https://lend.example'
export const url = (path: string) => `${SITE}${path}?lt=0fZk2uW7mQxY3vB8nR5tH1sD6cG4jL9p`
export const firstname = 'Anna'
export const notMeUrl = url('/not-me')
export const ID = '6f0c3b5e-4a54-4d3e-9a55-3f3a5f7d1c11'

/** Values in the reader's language: items, days, user texts. */
export const SAID = {
  de: {
    item: 'Bohrmaschine',
    other: 'Fondueset',
    town: 'Schaan',
    when: 'Samstag, 28. November, 10:00',
    until: 'Montag, 30. November',
    later: 'Mittwoch, 2. Dezember',
    wrote: 'Hallo! Dürfte ich sie am Samstag holen?\nIch bringe sie am Montag zurück.',
    reason: 'Der Name auf dem Briefkasten ist nicht deiner. Schreibe uns, wenn wir uns irren.',
    title: 'Reparaturcafé im Gemeindesaal',
    content:
      'Am **Samstag um 14 Uhr**. Bring mit:\n\n- was kaputt ist\n- etwas Geduld\n\n[Zur Karte](/map)',
    product: 'Stickerbogen',
    day: '30. November 2026',
  },
  en: {
    item: 'Drill',
    other: 'Fondue set',
    town: 'Schaan',
    when: 'Saturday, 28 November, 10:00',
    until: 'Monday, 30 November',
    later: 'Wednesday, 2 December',
    wrote: 'Hello! Could I fetch it on Saturday?\nI would bring it back on Monday.',
    reason: 'The name on the letterbox is not yours. Write to us if we are wrong.',
    title: 'Repair café in the village hall',
    content:
      'On **Saturday at two**. Bring:\n\n- what is broken\n- some patience\n\n[To the map](/map)',
    product: 'Sheet of stickers',
    day: '30 November 2026',
  },
  fr: {
    item: 'Perceuse',
    other: 'Service à fondue',
    town: 'Schaan',
    when: 'samedi 28 novembre, 10:00',
    until: 'lundi 30 novembre',
    later: 'mercredi 2 décembre',
    wrote: 'Bonjour ! Pourrais-je venir la chercher samedi ?\nJe la rapporterais lundi.',
    reason: 'Le nom sur la boîte aux lettres n’est pas le vôtre. Écrivez-nous si c’est une erreur.',
    title: 'Café réparation à la salle communale',
    content:
      '**Samedi à 14 heures**. Apportez :\n\n- ce qui est cassé\n- un peu de patience\n\n[Vers la carte](/map)',
    product: 'Feuille d’autocollants',
    day: '30 novembre 2026',
  },
} as const

/** The same content in several cases. */
export const cases = (
  template: string,
  content: object,
  differences: Record<string, object>,
): MailSample[] =>
  Object.entries(differences).map(([name, difference]) => ({
    name: `${template} ${name}`,
    content: { ...content, ...difference, template },
  }))

export const one = (template: string, content: object): MailSample[] => [
  { name: template, content: { ...content, template } },
]
