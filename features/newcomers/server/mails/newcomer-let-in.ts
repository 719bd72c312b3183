import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  url: string
}

/** Tells somebody that the wait is over. */
export const newcomerLetIn = defineMail<Content>(
  'newcomerLetIn',
  ({ firstname, url }, { lang, brand }) => {
    const t = texts('newcomers', lang)
    return {
      subject: t('mails.letIn.subject', { brand }),
      preview: t('mails.letIn.preview'),
      heading: t('mails.letIn.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.letIn.body1', { brand }), t('mails.letIn.body2')],
      buttons: [{ label: t('mails.letIn.button'), url }],
      footer: t('mails.footer'),
    }
  },
)
