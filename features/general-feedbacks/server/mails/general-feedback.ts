import { defineMail } from '#platform/server/mail/mail-template.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { FeedbackType } from '../../contract.ts'

const typesIn = (lang: Language) =>
  sectionsOf('general-feedbacks', lang).mails.generalFeedback.types

interface Content {
  type: FeedbackType
  content: string
  email: string
  /** The page on which the feedback is worked through. */
  page: string
}

/** Tells the administrator what a user thinks of the app. */
export const generalFeedback = defineMail<Content>(
  'generalFeedback',
  ({ type, content, email, page }, { lang, brand }) => {
    const t = texts('general-feedbacks', lang)
    return {
      subject: t('mails.generalFeedback.subject', { type: typesIn(lang)[type] }),
      preview: content.slice(0, 120),
      heading: typesIn(lang)[type],
      greeting: t('mails.greeting'),
      body: [t('mails.generalFeedback.body', { email })],
      quote: content,
      buttons: [
        {
          label: t('mails.generalFeedback.button'),
          url: page,
        },
      ],
      footer: t('mails.footer', { brand }),
    }
  },
)
