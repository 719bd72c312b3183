import { defineMail } from '../../../mail/mail-template.ts'

interface Content {
  firstname: string
  handedOver: boolean
  url: string
}

/** The last mail to somebody who left. */
export const accountDeleted = defineMail<Content>('accountDeleted', {
  de: ({ firstname, handedOver, url }, brand) => ({
    subject: 'Dein Konto ist gelöscht',
    preview: handedOver
      ? 'Deine Daten sind gelöscht.'
      : 'Deine Daten und dein Briefkasten sind gelöscht.',
    heading: 'Mach’s gut!',
    greeting: `Hallo ${firstname}`,
    body: [
      handedOver
        ? `Dein Konto bei ${brand} und deine persönlichen Daten sind gelöscht. Der Briefkasten und seine Nachrichten gehören jetzt einer anderen Person deines Haushalts.`
        : `Dein Konto bei ${brand}, dein Briefkasten und deine persönlichen Daten sind gelöscht. Nachrichten bleiben bei denen, denen du geschrieben hast, ohne deinen Namen.`,
      'Du kannst jederzeit wiederkommen.',
    ],
    buttons: [{ label: 'Zur Karte', url }],
    footer: 'Dies ist die letzte E-Mail an diese Adresse.',
  }),
  en: ({ firstname, handedOver, url }, brand) => ({
    subject: 'Your account is deleted',
    preview: handedOver ? 'Your data are deleted.' : 'Your data and your letterbox are deleted.',
    heading: 'Goodbye!',
    greeting: `Hello ${firstname}`,
    body: [
      handedOver
        ? `Your account at ${brand} and your personal data are deleted. The letterbox and its messages now belong to another person of your household.`
        : `Your account at ${brand}, your letterbox and your personal data are deleted. Messages stay with those you wrote to, without your name.`,
      'You can come back at any time.',
    ],
    buttons: [{ label: 'To the map', url }],
    footer: 'This is the last mail to this address.',
  }),
  fr: ({ firstname, handedOver, url }, brand) => ({
    subject: 'Votre compte est supprimé',
    preview: handedOver
      ? 'Vos données sont supprimées.'
      : 'Vos données et votre boîte aux lettres sont supprimées.',
    heading: 'Au revoir !',
    greeting: `Bonjour ${firstname}`,
    body: [
      handedOver
        ? `Votre compte ${brand} et vos données personnelles sont supprimés. La boîte aux lettres et ses messages appartiennent désormais à une autre personne de votre ménage.`
        : `Votre compte ${brand}, votre boîte aux lettres et vos données personnelles sont supprimés. Les messages restent chez ceux à qui vous avez écrit, sans votre nom.`,
      'Vous pouvez revenir à tout moment.',
    ],
    buttons: [{ label: 'Vers la carte', url }],
    footer: 'Ceci est le dernier e-mail à cette adresse.',
  }),
})
