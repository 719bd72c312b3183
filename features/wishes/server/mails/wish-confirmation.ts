import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  /** Name of the item in the recipient's language. */
  item: string
  /** The town or village around; null where none is near. */
  place: string | null
  kilometres: number
  url: string
}

/** Asks a visitor to confirm that the address, and with it the wish, is theirs. */
export const wishConfirmation = defineMail<Content>('wishConfirmation', {
  de: ({ item, place, kilometres, url }, brand) => ({
    subject: `Bitte bestätige deinen Wunsch: ${item}`,
    preview: 'Noch ein Klick, und wir halten Ausschau.',
    heading: 'Sollen wir Ausschau halten?',
    greeting: 'Hallo',
    body: [
      `Du möchtest Bescheid bekommen, sobald jemand${place ? ` bei ${place}` : ''} im Umkreis von ${kilometres} km das hier verleiht: ${item}.`,
      'Bestätige mit einem Klick, dass diese Adresse dir gehört.',
    ],
    buttons: [{ label: 'Wunsch bestätigen', url }],
    note: 'Der Link gilt 7 Tage. Dein Wunsch gilt ein Jahr, und du kannst ihn in jeder E-Mail mit einem Klick beenden.',
    footer: `Du hast dir bei ${brand} nichts gewünscht? Dann musst du nichts tun, und wir schreiben dir nicht mehr.`,
  }),
  en: ({ item, place, kilometres, url }, brand) => ({
    subject: `Please confirm your wish: ${item}`,
    preview: 'One more click and we will keep an eye out.',
    heading: 'Shall we keep an eye out?',
    greeting: 'Hello',
    body: [
      `You would like to hear as soon as somebody within ${kilometres} km${place ? ` of ${place}` : ''} lends this: ${item}.`,
      'Confirm with one click that this address is yours.',
    ],
    buttons: [{ label: 'Confirm my wish', url }],
    note: 'The link works for 7 days. Your wish lasts a year, and every e-mail has a button to end it.',
    footer: `You did not wish for anything at ${brand}? Then you do not need to do anything, and we will not write again.`,
  }),
  fr: ({ item, place, kilometres, url }, brand) => ({
    subject: `Veuillez confirmer votre souhait : ${item}`,
    preview: 'Encore un clic et nous ouvrirons l’œil.',
    heading: 'Devons-nous ouvrir l’œil ?',
    greeting: 'Bonjour',
    body: [
      `Vous aimeriez savoir dès que quelqu’un à moins de ${kilometres} km${place ? ` de ${place}` : ''} prête ceci : ${item}.`,
      'Confirmez d’un clic que cette adresse est la vôtre.',
    ],
    buttons: [{ label: 'Confirmer mon souhait', url }],
    note: 'Le lien est valable 7 jours. Votre souhait dure un an et chaque e-mail permet de le terminer d’un clic.',
    footer: `Vous n’avez rien souhaité sur ${brand} ? Alors vous n’avez rien à faire et nous ne vous écrirons plus.`,
  }),
})
