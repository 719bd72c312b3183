import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { DecisionKind } from '../../decision-kinds.ts'

interface Content {
  kind: DecisionKind
  objection: string
  url: string
}

/** Tells the administrator that somebody objects to a decision. */
export const objectionArrived = defineMail<Content>(
  'objectionArrived',
  ({ kind, objection, url }, { lang, brand }) => {
    const t = texts('decisions', lang)
    return {
      subject: t('mails.arrived.subject', { brand }),
      preview: t(`mails.kinds.${kind}`),
      heading: t('mails.arrived.heading'),
      greeting: t('mails.arrived.greeting'),
      body: [t(`mails.kinds.${kind}`), t('mails.arrived.body')],
      quote: objection,
      buttons: [{ label: t('mails.arrived.button'), url }],
      footer: t('mails.arrived.footer', { brand }),
    }
  },
)
