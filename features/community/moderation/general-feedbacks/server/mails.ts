import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import type { FeedbackType } from '../contract.ts'

interface Content {
  type: FeedbackType
  content: string
  email: string
  /** The page on which the feedback is worked through. */
  page: string
}

/** Tells the administrator what a user thinks of the app. */
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
