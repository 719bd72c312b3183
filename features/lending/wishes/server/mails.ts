import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { LOCALES } from '#platform/shared/languages.ts'

export interface NowAskable {
  userId: string
  letterboxId: string
  things: { id: number; name: string }[]
  address: string
  url: string
}

/** A letterbox that the receiver wanted to ask can be asked now. Queued by version 1.0 only; a later release can remove it. */
export const nowAskable = defineTextMail(
  'wishes',
  'nowAskable',
  ({ things, address, url }: NowAskable, t, { lang }) => {
    const list = new Intl.ListFormat(LOCALES[lang], { type: 'conjunction' })
    const item = list.format(things.map(({ name }) => name))
    return {
      subject: t('mails.nowAskable.subject', { item }),
      body: [t('mails.nowAskable.body', { item })],
      quote: address,
      button: url,
    }
  },
)

interface Confirmation {
  /** Name of the item in the recipient's language. */
  item: string
  /** The nearest town or village; null if none is near. */
  place: string | null
  kilometres: number
  url: string
}

/** Asks a visitor to confirm the address, and with it the wish. */
export const wishConfirmation = defineTextMail(
  'wishes',
  'wishConfirmation',
  ({ place, url }: Confirmation, t) => ({
    body: [
      t(place ? 'mails.wishConfirmation.near' : 'mails.wishConfirmation.around'),
      t('mails.wishConfirmation.confirm'),
    ],
    button: url,
  }),
)
