import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  handedOver: boolean
  url: string
}

/** The last mail to somebody who left. */
export const accountDeleted = defineMail<Content>('accountDeleted', {
  de: ({ firstname, handedOver, url }, brand) => ({
    subject: 'Dein Konto wurde gelöscht',
    preview: handedOver
      ? 'Deine Daten wurden gelöscht.'
      : 'Deine Daten und dein Briefkasten wurden gelöscht.',
    heading: 'Mach’s gut!',
    greeting: `Hallo ${firstname}`,
    body: [
      handedOver
        ? `Dein Konto bei ${brand} und deine persönlichen Daten wurden gelöscht. Der Briefkasten und seine Nachrichten gehören jetzt einer anderen Person deines Haushalts.`
        : `Dein Konto bei ${brand}, dein Briefkasten und deine persönlichen Daten wurden gelöscht. Nachrichten bleiben bei denen, denen du geschrieben hast, ohne deinen Namen.`,
      'Du kannst jederzeit wiederkommen.',
    ],
    buttons: [{ label: 'Zur Karte', url }],
    footer: 'Dies ist die letzte E-Mail an diese Adresse.',
  }),
  en: ({ firstname, handedOver, url }, brand) => ({
    subject: 'Your account has been deleted',
    preview: handedOver
      ? 'Your data has been deleted.'
      : 'Your data and your letterbox have been deleted.',
    heading: 'Goodbye!',
    greeting: `Hello ${firstname}`,
    body: [
      handedOver
        ? `Your account at ${brand} and your personal data have been deleted. The letterbox and its messages now belong to another person in your household.`
        : `Your account at ${brand}, your letterbox and your personal data have been deleted. Messages stay with the people you wrote to, without your name.`,
      'You are welcome back at any time.',
    ],
    buttons: [{ label: 'To the map', url }],
    footer: 'This is the last e-mail to this address.',
  }),
  fr: ({ firstname, handedOver, url }, brand) => ({
    subject: 'Votre compte a été supprimé',
    preview: handedOver
      ? 'Vos données ont été supprimées.'
      : 'Vos données et votre boîte aux lettres ont été supprimées.',
    heading: 'Au revoir !',
    greeting: `Bonjour ${firstname}`,
    body: [
      handedOver
        ? `Votre compte ${brand} et vos données personnelles ont été supprimés. La boîte aux lettres et ses messages appartiennent désormais à une autre personne de votre ménage.`
        : `Votre compte ${brand}, votre boîte aux lettres et vos données personnelles ont été supprimés. Les messages restent chez les personnes à qui vous avez écrit, sans votre nom.`,
      'Vous pouvez revenir à tout moment.',
    ],
    buttons: [{ label: 'Vers la carte', url }],
    footer: 'C’est le dernier e-mail envoyé à cette adresse.',
  }),
})
