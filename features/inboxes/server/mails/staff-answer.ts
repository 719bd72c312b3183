import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  /** As a member of the staff wrote it; never their name or address. */
  text: string
  about: 'report' | 'feedback'
  /** What is answered. */
  wrote: string
  /** Of the letterbox that was reported. */
  url?: string
}

const paragraphs = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** To whoever reported a letterbox or gave feedback: what those who run the community say to it. */
export const staffAnswer = defineMail<Content>(
  'staffAnswer',
  ({ text, about, wrote, url }, { lang, brand }) => {
    const t = texts('inboxes', lang)
    return {
      subject:
        about === 'report'
          ? t('mails.staffAnswer.subject.report', { brand })
          : t('mails.staffAnswer.subject.otherwise', { brand }),
      preview: text.slice(0, 120),
      heading: t('mails.staffAnswer.heading'),
      greeting: t('mails.greeting'),
      body: [...paragraphs(text), t('mails.staffAnswer.body')],
      quote: wrote,
      buttons: url
        ? [
            {
              label: t('mails.staffAnswer.button.url'),
              url,
            },
          ]
        : [],
      footer:
        about === 'report'
          ? t('mails.staffAnswer.footer.report', { brand })
          : t('mails.staffAnswer.footer.otherwise', { brand }),
    }
  },
)
