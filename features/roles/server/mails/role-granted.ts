import { defineMail } from '#platform/server/mail/mail-template.ts'

/** What more than a member somebody is. */
export type StaffRole = 'moderator' | 'admin'

interface Content {
  firstname: string
  role: StaffRole
  /** The back office, after a login. */
  url: string
}

/** Tells somebody of what they may do from now on. */
export const roleGranted = defineMail<Content>('roleGranted', {
  de: ({ firstname, role, url }, brand) => ({
    subject: role === 'admin' ? `Du verwaltest jetzt ${brand}` : `Du moderierst jetzt ${brand}`,
    preview: 'Was du ab sofort kannst.',
    heading: role === 'admin' ? `Du verwaltest ${brand}` : `Du moderierst ${brand}`,
    greeting: `Hallo ${firstname}`,
    body: [
      'Ab sofort kannst du mehr als andere, auch dort, wo du schon angemeldet bist:',
      '– zurückgehaltene Nachrichten freigeben oder verwerfen, und gemeldete Nachrichten erledigen',
      ...(role === 'admin'
        ? [
            '– Bestellungen bestätigen, verschicken, stornieren und erstatten',
            '– allen etwas ankündigen, und einen Hinweis über jede Seite setzen',
            '– auch Briefkästen sehen, die nicht auf der Karte sind',
          ]
        : []),
      'Was andere dir damit anvertrauen, bleibt bei dir. Wähle ein gutes Passwort oder einen Passkey.',
    ],
    buttons: [{ label: 'Zur Verwaltung', url }],
    footer: `Du bekommst diese E-Mail, weil dein Konto bei ${brand} neue Rechte hat. Weisst du nicht, warum? Dann antworte auf diese E-Mail.`,
  }),
  en: ({ firstname, role, url }, brand) => ({
    subject: role === 'admin' ? `You administer ${brand} now` : `You moderate ${brand} now`,
    preview: 'What you can do from now on.',
    heading: role === 'admin' ? `You administer ${brand}` : `You moderate ${brand}`,
    greeting: `Hello ${firstname}`,
    body: [
      'From now on you can do more than others, also where you are logged in already:',
      '– release or discard held messages, and settle reported ones',
      ...(role === 'admin'
        ? [
            '– confirm, ship, cancel and refund orders',
            '– announce something to everyone, and put a notice at the top of every page',
            '– see letterboxes that are not on the map, too',
          ]
        : []),
      'What others entrust you with stays with you. Choose a good password or a passkey.',
    ],
    buttons: [{ label: 'Go to the administration', url }],
    footer: `You are getting this e-mail because your account at ${brand} has new rights. You do not know why? Then answer this e-mail.`,
  }),
  fr: ({ firstname, role, url }, brand) => ({
    subject:
      role === 'admin' ? `Vous administrez désormais ${brand}` : `Vous modérez désormais ${brand}`,
    preview: 'Ce que vous pouvez faire dès maintenant.',
    heading: role === 'admin' ? `Vous administrez ${brand}` : `Vous modérez ${brand}`,
    greeting: `Bonjour ${firstname}`,
    body: [
      'Dès maintenant, vous pouvez faire plus que les autres, aussi sur les appareils déjà connectés :',
      '– libérer ou écarter les messages retenus, et traiter les messages signalés',
      ...(role === 'admin'
        ? [
            '– confirmer, expédier, annuler et rembourser les commandes',
            '– annoncer quelque chose à tout le monde, et afficher un avis en haut de chaque page',
            '– voir aussi les boîtes aux lettres qui ne sont pas sur la carte',
          ]
        : []),
      'Ce que les autres vous confient reste entre vos mains. Choisissez un bon mot de passe ou une clé d’accès.',
    ],
    buttons: [{ label: 'Ouvrir l’administration', url }],
    footer: `Vous recevez cet e-mail parce que votre compte sur ${brand} a de nouveaux droits. Vous ne savez pas pourquoi ? Alors répondez à cet e-mail.`,
  }),
})
