import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  /** The answer, without the name or address of the member of the staff. */
  text: string
  about: 'report' | 'feedback'
  /** The text that is answered. */
  wrote: string
  /** Link to the reported letterbox. */
  url?: string
  /** The answer decides a notice of illegal content, so the mail explains the means of redress. */
  withRedress?: boolean
}

const paragraphs = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** An answer to a report or to feedback. */
export const staffAnswer = defineTextMail(
  'inboxes',
  'staffAnswer',
  ({ text, about, wrote, url, withRedress }: Content, t) => {
    const kind = about === 'report' ? 'report' : 'otherwise'
    return {
      subject: t(`mails.staffAnswer.subject.${kind}`),
      preview: text.slice(0, 120),
      body: [
        ...paragraphs(text),
        ...(withRedress ? [t('mails.staffAnswer.redress')] : []),
        t('mails.staffAnswer.body'),
      ],
      quote: wrote,
      button: url,
      footer: t(`mails.staffAnswer.footer.${kind}`),
    }
  },
)
