import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import type { FeedbackType } from '../contract.ts'

interface Content {
  type: FeedbackType
  content: string
  email: string
  /** Link to the feedback inbox. */
  page: string
}

/** Mails the administrators a user's feedback about the app. */
export const generalFeedback = defineTextMail(
  'general-feedbacks',
  'generalFeedback',
  ({ type, content, page }: Content, t) => {
    const kind = t(`mails.generalFeedback.types.${type}`)
    return {
      subject: t('mails.generalFeedback.subject', { type: kind }),
      preview: content.slice(0, 120),
      heading: kind,
      quote: content,
      button: page,
    }
  },
)
