import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'
import type { RotatedKeyId } from '../key-table.ts'

interface Content {
  key: RotatedKeyId
  /** Rotated by a command or by the server, or only prepared for later. */
  how: 'command' | 'system' | 'prepared'
  /** ISO time until which the previous key is accepted, or its DNS entry has to stay. Null: it ended at once. */
  until: string | null
  timeZone: string
  url: string
}

/** Mails the administrators that a key was rotated, without the key. */
export const keyRotated = defineTextMail(
  'keys',
  'keyRotated',
  ({ key, how, until, timeZone, url }: Content, t, { lang }) => {
    const name = t(`mails.keyRotated.names.${key}`)
    const format = dateFormatIn(lang, { dateStyle: 'long', timeStyle: 'short', timeZone })
    const date = until === null ? '' : format.format(new Date(until))
    const consequence =
      until === null
        ? t('mails.keyRotated.atOnce')
        : t(key === 'dkim' ? 'mails.keyRotated.entryUntil' : 'mails.keyRotated.until', { date })
    const body = t(`mails.keyRotated.body.${how}`, { name })
    if (how === 'prepared') {
      return {
        subject: t('mails.keyRotated.subjectPrepared', { name }),
        heading: t('mails.keyRotated.headingPrepared'),
        body: [body],
        button: url,
      }
    }
    return {
      subject: t('mails.keyRotated.subject', { name }),
      body: [body, consequence],
      button: url,
    }
  },
)
