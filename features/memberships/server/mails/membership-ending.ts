import { defineMail } from '#platform/server/mail/mail-template.ts'
import type { MembershipMail } from './membership-mail.ts'

/** A month before a membership ends. */
export const membershipEnding = defineMail<MembershipMail>('membershipEnding', {
  de: ({ firstname, day, renew_url, see_url, off_url }, brand) => ({
    subject: `Deine Mitgliedschaft läuft bis am ${day}`,
    preview: 'Möchtest du uns ein weiteres Jahr unterstützen?',
    heading: 'Ein weiteres Jahr?',
    greeting: `Hallo ${firstname}`,
    body: [
      `Danke, dass du ${brand} unterstützt! Deine Mitgliedschaft läuft bis am ${day}.`,
      'Wenn du sie jetzt erneuerst, zählt das neue Jahr erst ab dann: Du verlierst keinen Tag. Sonst endet sie von selbst, und dein Briefkasten bleibt auf der Karte.',
    ],
    buttons: [
      { label: 'Mitgliedschaft erneuern', url: renew_url },
      { label: 'Mitgliedschaft ansehen', url: see_url },
    ],
    footer: `Du bekommst diese E-Mail, weil deine Mitgliedschaft bei ${brand} bald endet.`,
    links: [{ label: 'Keine solchen Erinnerungen mehr bekommen', url: off_url }],
  }),
  en: ({ firstname, day, renew_url, see_url, off_url }, brand) => ({
    subject: `Your membership lasts until ${day}`,
    preview: 'Would you like to support us for another year?',
    heading: 'Another year?',
    greeting: `Hello ${firstname}`,
    body: [
      `Thank you for supporting ${brand}! Your membership lasts until ${day}.`,
      'If you renew it now, the new year only counts from then: you lose no day. Otherwise it ends by itself, and your letterbox stays on the map.',
    ],
    buttons: [
      { label: 'Renew the membership', url: renew_url },
      { label: 'See the membership', url: see_url },
    ],
    footer: `You are getting this e-mail because your membership of ${brand} ends soon.`,
    links: [{ label: 'No more reminders like this', url: off_url }],
  }),
  fr: ({ firstname, day, renew_url, see_url, off_url }, brand) => ({
    subject: `Votre adhésion dure jusqu’au ${day}`,
    preview: 'Souhaitez-vous nous soutenir une année de plus ?',
    heading: 'Une année de plus ?',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Merci de soutenir ${brand} ! Votre adhésion dure jusqu’au ${day}.`,
      'Si vous la renouvelez maintenant, la nouvelle année ne compte qu’à partir de là : vous ne perdez aucun jour. Sinon, elle prend fin d’elle-même, et votre boîte aux lettres reste sur la carte.',
    ],
    buttons: [
      { label: 'Renouveler l’adhésion', url: renew_url },
      { label: 'Voir l’adhésion', url: see_url },
    ],
    footer: `Vous recevez cet e-mail parce que votre adhésion à ${brand} prend bientôt fin.`,
    links: [{ label: 'Ne plus recevoir ces rappels', url: off_url }],
  }),
})
