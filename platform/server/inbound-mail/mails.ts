import { defineMail } from '../mail/mail-template.ts'
import { texts } from '../texts.ts'
import type { ReplyRefusal } from './replies.ts'

/** A rejected reply, as its author is notified of it. */
export interface RefusedReply {
  reason: ReplyRefusal
  /** The item and the other person's name. Null for people who are not part of the conversation. */
  about: string | null
  /** The text, so that it is not lost; null if there was none. */
  text: string | null
  /** Link to the conversation; the start page for people who are not part of it. */
  url: string
}

type Translate = ReturnType<typeof texts<'platform'>>

const whyOf = (t: Translate, reason: ReplyRefusal): string =>
  ({
    calendar: t('mails.replyRefused.calendar'),
    closed: t('mails.replyRefused.closed'),
    empty: t('mails.replyRefused.empty'),
    encrypted: t('mails.replyRefused.encrypted'),
    expired: t('mails.replyRefused.expired'),
    gone: t('mails.replyRefused.gone'),
    limit: t('mails.replyRefused.limit'),
    only_files: t('mails.replyRefused.only_files'),
    senders: t('mails.replyRefused.senders'),
    stranger: t('mails.replyRefused.stranger'),
    too_large: t('mails.replyRefused.too_large'),
    too_long: t('mails.replyRefused.too_long'),
    unverified: t('mails.replyRefused.unverified'),
  })[reason]

/** Notifies an author that their reply was rejected: which one, why, and its text. */
export const replyRefused = defineMail<RefusedReply & { firstname: string }>(
  'replyRefused',
  ({ firstname, reason, about = null, text = null, url }, { lang, brand }) => {
    const t = texts('platform', lang)
    const why = whyOf(t, reason)
    return {
      subject: t('mails.replyRefused.subject', { brand }),
      preview: why,
      heading: t('mails.replyRefused.heading'),
      greeting: t('mails.replyRefused.greeting', { firstname }),
      body: [
        why,
        text === null ? t('mails.replyRefused.nothing') : t('mails.replyRefused.yourText'),
      ],
      ...(about !== null && { facts: [{ label: t('mails.replyRefused.about'), value: about }] }),
      ...(text !== null && { quote: text }),
      buttons: [{ label: t('mails.replyRefused.button'), url }],
      ...(firstname === '' && { note: t('mails.replyRefused.once') }),
      footer: t('mails.replyRefused.footer', { brand }),
    }
  },
)

interface Gathered {
  firstname: string
  refused: readonly RefusedReply[]
  /** Number of further rejections. */
  more: number
}

/** The same for several replies, once many were rejected within a day. */
export const repliesRefused = defineMail<Gathered>(
  'repliesRefused',
  ({ firstname, refused, more }, { lang, brand }) => {
    const t = texts('platform', lang)
    const count = refused.length + more
    return {
      subject: t('mails.repliesRefused.subject', { count, brand }),
      preview: t('mails.repliesRefused.body'),
      heading: t('mails.repliesRefused.heading', { count }),
      greeting: t('mails.replyRefused.greeting', { firstname }),
      body: [
        t('mails.repliesRefused.body'),
        ...(more > 0 ? [t('mails.repliesRefused.more', { count: more })] : []),
      ],
      entries: refused.map(({ reason, about, text, url }) => ({
        title: about ?? t('mails.repliesRefused.reply'),
        text: text === null ? whyOf(t, reason) : `${whyOf(t, reason)}\n${text}`,
        url,
      })),
      buttons: [],
      footer: t('mails.replyRefused.footer', { brand }),
    }
  },
)
