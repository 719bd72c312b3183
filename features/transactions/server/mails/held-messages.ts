import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

/** The waiting messages are counted when the mail is sent. */
interface Content {
  count: number
  /** The page on which moderators decide about them. */
  page: string
}

/** Tells moderators that messages wait. What these messages say stands in no mail. */
export const heldMessages = defineMail<Content>(
  'heldMessages',
  ({ count, page }, { lang, brand }) => {
    const t = texts('transactions', lang)
    return {
      subject: t('mails.heldMessages.subject', { count }),
      preview: t('mails.heldMessages.preview'),
      heading: t('mails.heldMessages.heading'),
      greeting: t('mails.greeting'),
      body: [t('mails.heldMessages.body1', { count }), t('mails.heldMessages.body2')],
      buttons: [
        {
          label: t('mails.heldMessages.button'),
          url: page,
        },
      ],
      footer: t('mails.footer', { brand }),
    }
  },
)
