import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  url: string
}

/** Tells the longest member of a household that the letterbox is theirs now. */
export const letterboxHandedOver = defineMail<Content>('letterboxHandedOver', {
  de: ({ firstname, url }, brand) => ({
    subject: 'Der Briefkasten gehört jetzt dir',
    preview: 'Wer ihn bisher hatte, hat das Konto gelöscht.',
    heading: 'Der Briefkasten gehört jetzt dir',
    greeting: `Hallo ${firstname}`,
    body: [
      `Wer den Briefkasten eures Haushalts bei ${brand} bisher hatte, hat das Konto gelöscht. Du bist am längsten dabei: Briefkasten, Sticker und Nachrichten gehören jetzt dir.`,
      'Dein Name und deine E-Mail-Adresse werden nicht gezeigt. Was andere sehen, bestimmst du.',
    ],
    buttons: [{ label: 'Privatsphäre ansehen', url }],
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} zu diesem Haushalt gehörst.`,
  }),
  en: ({ firstname, url }, brand) => ({
    subject: 'The letterbox is yours now',
    preview: 'Its previous owner has deleted their account.',
    heading: 'The letterbox is yours now',
    greeting: `Hello ${firstname}`,
    body: [
      `The owner of your household’s letterbox at ${brand} has deleted their account. You have been there longest: the letterbox, its stickers and its messages are yours now.`,
      'Neither your name nor your e-mail address is shown. What others see is up to you.',
    ],
    buttons: [{ label: 'See what is shown', url }],
    footer: `You are getting this e-mail because you belong to this household at ${brand}.`,
  }),
  fr: ({ firstname, url }, brand) => ({
    subject: 'La boîte aux lettres est à vous',
    preview: 'La personne qui l’avait a supprimé son compte.',
    heading: 'La boîte aux lettres est à vous',
    greeting: `Bonjour ${firstname}`,
    body: [
      `La personne à qui appartenait la boîte aux lettres de votre ménage sur ${brand} a supprimé son compte. Vous en faites partie depuis le plus longtemps : la boîte, les autocollants et les messages sont désormais à vous.`,
      'Ni votre nom ni votre adresse e-mail ne sont affichés. C’est vous qui décidez de ce que les autres voient.',
    ],
    buttons: [{ label: 'Voir la confidentialité', url }],
    footer: `Vous recevez cet e-mail parce que vous faites partie de ce ménage sur ${brand}.`,
  }),
})
