import type { InboxOutcome } from '#features/inboxes/contract.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  /** The address of the letterbox, in one line. */
  address: string
  outcome: InboxOutcome
}

/**
 * Tells whoever reported a letterbox what came of it, never what was done to whom. It repeats nothing of what somebody
 * typed: the address may be a stranger's.
 */
export const reportSettled = defineMail<Content>(
  'reportSettled',
  ({ address, outcome }, { lang, brand }) => {
    const t = texts('reports', lang)
    return {
      subject: t('mails.reportSettled.subject', { brand }),
      preview: t(`mails.reportSettled.outcomes.${outcome}`),
      heading: t('mails.reportSettled.heading'),
      greeting: t('mails.greeting'),
      body: [
        t('mails.reportSettled.body', { address }),
        t(`mails.reportSettled.outcomes.${outcome}`),
      ],
      // Where the letterbox is, or no longer is, would say what was done.
      buttons: [],
      note: t('mails.reportSettled.redress'),
      footer: t('mails.reportSettled.footer', { brand }),
    }
  },
)
