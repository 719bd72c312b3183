import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { LOCALES } from '#platform/shared/languages.ts'

export interface NowAskable {
  userId: string
  letterboxId: string
  things: { id: number; name: string }[]
  address: string
  url: string
}

/** A letterbox where somebody wanted to ask can be asked now. */
export const nowAskable = defineMail<NowAskable>(
  'nowAskable',
  ({ things, address, url }, { lang, brand }) => {
    const t = texts('wishes', lang)
    const list = new Intl.ListFormat(LOCALES[lang], { type: 'conjunction' })
    const item = list.format(things.map(({ name }) => name))
    return {
      subject: t('mails.nowAskable.subject', { item }),
      preview: t('mails.nowAskable.preview'),
      heading: t('mails.nowAskable.heading'),
      greeting: t('mails.greeting'),
      body: [t('mails.nowAskable.body', { item })],
      quote: address,
      buttons: [{ label: t('mails.nowAskable.button'), url }],
      footer: t('mails.footer', { brand }),
    }
  },
)
