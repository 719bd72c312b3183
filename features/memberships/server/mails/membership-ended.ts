import { defineMail } from '#platform/server/mail/mail-template.ts'
import type { MembershipMail } from './membership-mail.ts'

/** Once after a membership has ended. */
export const membershipEnded = defineMail<MembershipMail>('membershipEnded', {
  de: ({ firstname, day, renew_url, see_url, off_url }, brand) => ({
    subject: 'Deine Mitgliedschaft ist zu Ende',
    preview: 'Danke für das Jahr!',
    heading: 'Danke für das Jahr',
    greeting: `Hallo ${firstname}`,
    body: [
      `Deine Mitgliedschaft bei ${brand} ist am ${day} zu Ende gegangen. Danke, dass du das Jahr möglich gemacht hast!`,
      'Dein Briefkasten bleibt auf der Karte, er ist nur nicht mehr als unterstützend gekennzeichnet. Erneuern kannst du die Mitgliedschaft jederzeit. Wir fragen nicht noch einmal.',
    ],
    buttons: [
      { label: 'Mitgliedschaft erneuern', url: renew_url },
      { label: 'Mitgliedschaft ansehen', url: see_url },
    ],
    footer: `Du bekommst diese E-Mail, weil deine Mitgliedschaft bei ${brand} zu Ende ist.`,
    links: [{ label: 'Keine solchen Erinnerungen mehr bekommen', url: off_url }],
  }),
  en: ({ firstname, day, renew_url, see_url, off_url }, brand) => ({
    subject: 'Your membership has ended',
    preview: 'Thank you for the year!',
    heading: 'Thank you for the year',
    greeting: `Hello ${firstname}`,
    body: [
      `Your membership of ${brand} ended on ${day}. Thank you for making the year possible!`,
      'Your letterbox stays on the map; it is only no longer marked as a supporter. You can renew the membership at any time. We do not ask again.',
    ],
    buttons: [
      { label: 'Renew the membership', url: renew_url },
      { label: 'See the membership', url: see_url },
    ],
    footer: `You are getting this e-mail because your membership of ${brand} has ended.`,
    links: [{ label: 'No more reminders like this', url: off_url }],
  }),
  fr: ({ firstname, day, renew_url, see_url, off_url }, brand) => ({
    subject: 'Votre adhésion a pris fin',
    preview: 'Merci pour cette année !',
    heading: 'Merci pour cette année',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Votre adhésion à ${brand} a pris fin le ${day}. Merci d’avoir rendu cette année possible !`,
      'Votre boîte aux lettres reste sur la carte ; elle n’est simplement plus signalée comme soutien. Vous pouvez renouveler l’adhésion à tout moment. Nous ne vous le demanderons pas une nouvelle fois.',
    ],
    buttons: [
      { label: 'Renouveler l’adhésion', url: renew_url },
      { label: 'Voir l’adhésion', url: see_url },
    ],
    footer: `Vous recevez cet e-mail parce que votre adhésion à ${brand} a pris fin.`,
    links: [{ label: 'Ne plus recevoir ces rappels', url: off_url }],
  }),
})
