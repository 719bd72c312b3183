import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  /** The answer as a member of the staff wrote it, never with their name or address. */
  text: string
  about: 'report' | 'feedback'
  /** What somebody wrote, which is answered here. */
  wrote: string
  /** Address of the page of the reported letterbox. */
  url?: string
  /** It decides about a notice of illegal content: what can be done about the decision is said below it. */
  withRedress?: boolean
}

const paragraphs = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** Answers somebody who reported a letterbox or gave feedback. */
export const staffAnswer = defineMail<Content>(
  'staffAnswer',
  ({ text, about, wrote, url, withRedress }, { lang, brand }) => {
    const t = texts('inboxes', lang)
    return {
      subject:
        about === 'report'
          ? t('mails.staffAnswer.subject.report', { brand })
          : t('mails.staffAnswer.subject.otherwise', { brand }),
      preview: text.slice(0, 120),
      heading: t('mails.staffAnswer.heading'),
      greeting: t('mails.greeting'),
      body: [
        ...paragraphs(text),
        ...(withRedress ? [t('mails.staffAnswer.redress')] : []),
        t('mails.staffAnswer.body'),
      ],
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
