import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'
import type { RotatedKeyId } from '../../key-table.ts'

interface Content {
  key: RotatedKeyId
  /** By a command; by the server itself; or only made, and used later. */
  how: 'command' | 'system' | 'prepared'
  /** Until when the one before is taken, or its entry has to stay published: ISO. Null: it ended at once. */
  until: string | null
  timeZone: string
  url: string
}

/** Tells whoever administers that a key was rotated; never with a key. */
export const keyRotated = defineMail<Content>(
  'keyRotated',
  ({ key, how, until, timeZone, url }, { lang, brand }) => {
    const t = texts('keys', lang)
    const name = t(`mails.names.${key}`)
    const format = dateFormatIn(lang, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
    })
    const date = until === null ? '' : format.format(new Date(until))
    const consequence =
      until === null
        ? t('mails.atOnce')
        : t(key === 'dkim' ? 'mails.entryUntil' : 'mails.until', { date })
    return {
      subject: t(how === 'prepared' ? 'mails.subjectPrepared' : 'mails.subject', { brand, name }),
      preview: t('mails.preview'),
      heading: t(how === 'prepared' ? 'mails.headingPrepared' : 'mails.heading'),
      greeting: t('mails.greeting'),
      body: [t(`mails.body.${how}`, { brand, name }), ...(how === 'prepared' ? [] : [consequence])],
      buttons: [{ label: t('mails.button'), url }],
      footer: t('mails.footer', { brand }),
    }
  },
)
