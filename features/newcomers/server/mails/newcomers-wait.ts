import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

/** Those who wait are counted when the mail is sent. */
interface Content {
  count: number
  /** The page on which moderators let them in. */
  page: string
}

/** Tells moderators that people wait. Who they are stands in no mail. */
export const newcomersWait = defineMail<Content>(
  'newcomersWait',
  ({ count, page }, { lang, brand }) => {
    const t = texts('newcomers', lang)
    return {
      subject: t('mails.wait.subject', { count }),
      preview: t('mails.wait.preview'),
      heading: t('mails.wait.heading'),
      greeting: t('mails.wait.greeting'),
      body: [t('mails.wait.body1', { count }), t('mails.wait.body2')],
      buttons: [{ label: t('mails.wait.button'), url: page }],
      footer: t('mails.wait.footer', { brand }),
    }
  },
)
