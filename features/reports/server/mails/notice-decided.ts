import type { InboxOutcome } from '#features/inboxes/contract.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  address: string
  id: string
  outcome: InboxOutcome
  url: string
}

/** Tells whoever reported illegal content what was decided, by whom, and what they can do about it. */
export const noticeDecided = defineMail<Content>(
  'noticeDecided',
  ({ address, id, outcome, url }, { lang, brand }) => {
    const t = texts('reports', lang)
    return {
      subject: t('mails.noticeDecided.subject', { brand }),
      preview: t(`mails.noticeDecided.outcomes.${outcome}`),
      heading: t('mails.noticeDecided.heading'),
      greeting: t('mails.greeting'),
      body: [
        t('mails.noticeDecided.body', { address }),
        t(`mails.noticeDecided.outcomes.${outcome}`),
        t('mails.noticeDecided.people'),
      ],
      facts: [{ label: t('mails.notice.number'), value: id }],
      buttons: [{ label: t('mails.report.button2'), url }],
      note: t('mails.noticeDecided.redress'),
      footer: t('mails.notice.footer', { brand }),
    }
  },
)
