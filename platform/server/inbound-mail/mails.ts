import { defineMail } from '../mail/mail-template.ts'
import { texts } from '../texts.ts'
import type { ReplyRefusal } from './replies.ts'

interface Content {
  firstname: string
  reason: ReplyRefusal
  /** Where the same can be said; the start for somebody who has nothing to do with it. */
  url: string
}

/** Tells somebody that their reply was not taken. It says nothing of what it was about: an address can be forged. */
export const replyRefused = defineMail<Content>(
  'replyRefused',
  ({ firstname, reason, url }, { lang, brand }) => {
    const t = texts('platform', lang)
    const why = {
      calendar: t('mails.replyRefused.calendar'),
      closed: t('mails.replyRefused.closed'),
      empty: t('mails.replyRefused.empty'),
      encrypted: t('mails.replyRefused.encrypted'),
      expired: t('mails.replyRefused.expired'),
      limit: t('mails.replyRefused.limit'),
      only_files: t('mails.replyRefused.only_files'),
      stranger: t('mails.replyRefused.stranger'),
      too_long: t('mails.replyRefused.too_long'),
      unverified: t('mails.replyRefused.unverified'),
    } satisfies Record<ReplyRefusal, string>
    return {
      subject: t('mails.replyRefused.subject', { brand }),
      preview: why[reason],
      heading: t('mails.replyRefused.heading'),
      greeting: t('mails.replyRefused.greeting', { firstname }),
      body: [why[reason], t('mails.replyRefused.nothing')],
      buttons: [{ label: t('mails.replyRefused.button'), url }],
      footer: t('mails.replyRefused.footer', { brand }),
    }
  },
)
