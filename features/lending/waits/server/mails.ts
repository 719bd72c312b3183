import { timeInWords } from '#features/lending/conversations/days/server/door.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'

export interface YourTurn {
  userId: string
  letterboxId: string
  itemId: number
  item: string
  address: string
  /** An instant in ISO format. */
  until: string
  timeZone: string
  askUrl: string
  leaveUrl: string
}

/** A copy is free, and the receiver is the first in line. */
export const yourTurn = defineTextMail(
  'waits',
  'yourTurn',
  ({ address, until, timeZone, askUrl, leaveUrl }: YourTurn, t, { lang }) => {
    const time = timeInWords(new Date(until), lang, timeZone)
    return {
      body: [t('mails.yourTurn.body1'), t('mails.yourTurn.body2', { time })],
      quote: address,
      buttons: [
        { label: t('mails.yourTurn.ask'), url: askUrl },
        { label: t('mails.yourTurn.leave'), url: leaveUrl },
      ],
    }
  },
)

export interface WaitEnded {
  item: string
  reason: 'time' | 'gone'
  /** Null if the receiver does not see the letterbox on the map. */
  address: string | null
  days: number
  url: string
}

/** The receiver has waited for half a year, or the letterbox does not lend the item any more. */
export const waitEnded = defineTextMail(
  'waits',
  'waitEnded',
  ({ reason, address, url }: WaitEnded, t) => ({
    body: [t(reason === 'gone' ? 'mails.waitEnded.gone' : 'mails.waitEnded.time')],
    quote: address ?? undefined,
    button: url,
  }),
)
