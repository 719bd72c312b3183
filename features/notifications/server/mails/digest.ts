import { defineMail, type MailEntry, type MailTexts } from '#platform/server/mail/mail-template.ts'
import { offLabel } from '#platform/server/mail/notification-links.ts'
import type { NotificationKind } from '#platform/shared/notification-kinds.ts'

export interface Digest {
  user_id: string
  firstname: string
  /** What is told, in the words of the mail it would have been. By `notice` it is looked at again. */
  entries: (MailEntry & { notice: string })[]
  /** How much more there is than is listed. */
  more: number
  /** Where the mails of each kind are ended; empty where there is only one. */
  offs: { kind: NotificationKind; url: string }[]
  url: string
}

const entriesOf = ({ entries }: Digest): Required<Pick<MailTexts, 'entries'>> => ({
  entries: entries.map(({ notice: _, ...entry }) => entry),
})

const previewOf = ({ entries }: Digest) => entries.map(({ title }) => title).join(' · ')

/** What somebody wants to hear of once a day or once a week, in one mail. */
export const digest = defineMail<Digest>('digest', {
  de: (content, brand) => ({
    subject:
      content.entries.length + content.more === 1
        ? (content.entries[0]?.title ?? '')
        : `${content.entries.length + content.more} Neuigkeiten bei ${brand}`,
    preview: previewOf(content),
    heading: 'Das gibt es Neues',
    greeting: `Hallo ${content.firstname}`,
    body: ['Das hast du noch nicht gesehen:'],
    ...entriesOf(content),
    buttons: [{ label: 'Alles ansehen', url: content.url }],
    note: `${content.more > 0 ? `Und ${content.more} mehr. ` : ''}Die Links melden dich einmal an und gelten 7 Tage. Gib diese E-Mail nicht weiter. Wir fragen nie nach Geld oder Codes.`,
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} eine Zusammenfassung gewünscht hast.`,
    links: content.offs.map(({ kind, url }) => ({ label: offLabel(kind, 'de'), url })),
  }),
  en: (content, brand) => ({
    subject:
      content.entries.length + content.more === 1
        ? (content.entries[0]?.title ?? '')
        : `${content.entries.length + content.more} news at ${brand}`,
    preview: previewOf(content),
    heading: 'What is new',
    greeting: `Hello ${content.firstname}`,
    body: ['You have not seen this yet:'],
    ...entriesOf(content),
    buttons: [{ label: 'See everything', url: content.url }],
    note: `${content.more > 0 ? `And ${content.more} more. ` : ''}The links log you in once, within 7 days. Please do not pass this e-mail on. We never ask for money or codes.`,
    footer: `You are getting this e-mail because you asked for a summary at ${brand}.`,
    links: content.offs.map(({ kind, url }) => ({ label: offLabel(kind, 'en'), url })),
  }),
  fr: (content, brand) => ({
    subject:
      content.entries.length + content.more === 1
        ? (content.entries[0]?.title ?? '')
        : `${content.entries.length + content.more} nouveautés sur ${brand}`,
    preview: previewOf(content),
    heading: 'Quoi de neuf',
    greeting: `Bonjour ${content.firstname}`,
    body: ['Vous n’avez pas encore vu ceci :'],
    ...entriesOf(content),
    buttons: [{ label: 'Tout voir', url: content.url }],
    note: `${content.more > 0 ? `Et ${content.more} de plus. ` : ''}Les liens vous connectent une seule fois, pendant 7 jours. Ne transmettez pas cet e-mail. Nous ne demandons jamais d’argent ni de codes.`,
    footer: `Vous recevez cet e-mail parce que vous avez souhaité un résumé sur ${brand}.`,
    links: content.offs.map(({ kind, url }) => ({ label: offLabel(kind, 'fr'), url })),
  }),
})
