import { defineMail, type MailEntry, type MailTexts } from '#platform/server/mail/mail-template.ts'
import { offLabel } from '#platform/server/mail/notification-links.ts'
import { texts } from '#platform/server/texts.ts'
import type { NotificationKind } from '#platform/shared/notification-kinds.ts'

export interface Digest {
  user_id: string
  firstname: string
  /** The notices, in the words of their mails. `notice` is the id by which each is revised. */
  entries: (MailEntry & { notice: string })[]
  /** Number of notices that are not listed. */
  more: number
  /** Links that end the mails of each kind; empty if there is only one kind. */
  offs: { kind: NotificationKind; url: string }[]
  url: string
}

const entriesOf = ({ entries }: Digest): Required<Pick<MailTexts, 'entries'>> => ({
  entries: entries.map(({ notice: _, ...entry }) => entry),
})

const previewOf = ({ entries }: Digest) => entries.map(({ title }) => title).join(' · ')

/** Daily or weekly notices of a user in one mail. */
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
