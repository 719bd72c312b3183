import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  /** First name of the owner; empty where it could be taken for a link. */
  inviter: string
  url: string
}

/** Invites somebody to manage a letterbox together; says no street, since it may reach a stranger. */
export const householdInvitation = defineMail<Content>('householdInvitation', {
  de: ({ inviter, url }, brand) => ({
    subject: inviter
      ? `${inviter} möchte den Briefkasten mit dir teilen`
      : 'Jemand möchte den Briefkasten mit dir teilen',
    preview: 'Kümmert euch zusammen um einen Briefkasten.',
    heading: 'Ein Briefkasten, mehrere Leute',
    greeting: 'Hallo',
    body: [
      `${inviter || 'Jemand'} lädt dich ein, bei ${brand} einen Briefkasten gemeinsam zu führen: Sticker ändern, Ferien eintragen und antworten, wenn jemand etwas ausleihen möchte.`,
      'Du siehst dann alle Gespräche, die von da an beginnen; was vorher geschrieben wurde, siehst du nicht.',
      'Wenn du noch kein Konto hast, kannst du dir dort eines anlegen.',
    ],
    buttons: [{ label: 'Einladung ansehen', url }],
    note: 'Der Link gilt 7 Tage und nur einmal. Er ist nur für dich: Gib diese E-Mail nicht weiter.',
    footer: 'Du kennst niemanden, der dich einladen würde? Dann musst du nichts tun.',
  }),
  en: ({ inviter, url }, brand) => ({
    subject: inviter
      ? `${inviter} would like to share the letterbox with you`
      : 'Somebody would like to share the letterbox with you',
    preview: 'Look after one letterbox together.',
    heading: 'One letterbox, several people',
    greeting: 'Hello',
    body: [
      `${inviter || 'Somebody'} invites you to look after a letterbox together at ${brand}: to change its stickers, enter holidays and answer when somebody would like to borrow something.`,
      'You then see every conversation that begins from that moment on; you do not see what was written before.',
      'If you do not have an account yet, you can create one there.',
    ],
    buttons: [{ label: 'See the invitation', url }],
    note: 'The link works once, within 7 days. It is for you alone: please do not pass this e-mail on.',
    footer: 'You do not know anybody who would invite you? Then you do not need to do anything.',
  }),
  fr: ({ inviter, url }, brand) => ({
    subject: inviter
      ? `${inviter} aimerait partager la boîte aux lettres avec vous`
      : 'Quelqu’un aimerait partager la boîte aux lettres avec vous',
    preview: 'Occupez-vous ensemble d’une boîte aux lettres.',
    heading: 'Une boîte aux lettres, plusieurs personnes',
    greeting: 'Bonjour',
    body: [
      `${inviter || 'Quelqu’un'} vous invite à vous occuper ensemble d’une boîte aux lettres sur ${brand} : modifier les autocollants, indiquer les vacances et répondre quand quelqu’un aimerait emprunter quelque chose.`,
      'Vous verrez alors toutes les conversations qui commencent à partir de ce moment ; vous ne voyez pas ce qui a été écrit avant.',
      'Si vous n’avez pas encore de compte, vous pourrez en créer un.',
    ],
    buttons: [{ label: 'Voir l’invitation', url }],
    note: 'Le lien est valable 7 jours et une seule fois. Il est pour vous seulement : ne transmettez pas cet e-mail.',
    footer: 'Vous ne connaissez personne qui vous inviterait ? Alors vous n’avez rien à faire.',
  }),
})
