import { defineMail, type MailEntry, type MailTexts } from '#platform/server/mail/mail-template.ts'
import { offLabel } from '#platform/server/mail/notification-links.ts'
import { texts } from '#platform/server/texts.ts'
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
export const digest = defineMail<Digest>('digest', (content, { lang, brand }) => {
  const t = texts('notifications', lang)
  return {
    subject:
      content.entries.length + content.more === 1
        ? (content.entries[0]?.title ?? '')
        : t('mails.digest.subject.otherwise', {
            more: content.entries.length + content.more,
            brand,
          }),
    preview: previewOf(content),
    heading: t('mails.digest.heading'),
    greeting: t('mails.greeting', { firstname: content.firstname }),
    body: [t('mails.digest.body')],
    ...entriesOf(content),
    buttons: [
      {
        label: t('mails.digest.button'),
        url: content.url,
      },
    ],
    note: t('mails.digest.note', {
      more: content.more > 0 ? t('mails.digest.notePart.more', { more: content.more }) : '',
    }),
    footer: t('mails.footer', { brand }),
    links: content.offs.map(({ kind, url }) => ({
      label: offLabel(kind, lang),
      url,
    })),
  }
})
