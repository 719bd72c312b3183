import { defineTextMail } from '#platform/server/mail/text-mail.ts'

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
