import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  /** The address of the letterbox, in one line. */
  address: string
  /** By which both sides can name the notice. */
  id: string
  url: string
  /** It says that something is illegal; else anything that is wrong with a letterbox. */
  isNotice?: boolean
}

/**
 * Confirms that a notice of illegal content, or another report, has arrived. It repeats nothing of what somebody typed: the address may be a
 * stranger's.
 */
export const noticeReceived = defineMail<Content>(
  'noticeReceived',
  ({ address, id, url, isNotice = true }, { lang, brand }) => {
    const t = texts('reports', lang)
    return {
      subject: t('mails.noticeReceived.subject', { brand }),
      preview: t(isNotice ? 'mails.noticeReceived.preview' : 'mails.noticeReceived.other.preview'),
      heading: t('mails.noticeReceived.heading'),
      greeting: t('mails.greeting'),
      body: isNotice
        ? [t('mails.noticeReceived.body1', { address }), t('mails.noticeReceived.body2')]
        : [
            t('mails.noticeReceived.other.body1', { address }),
            t('mails.noticeReceived.other.body2'),
          ],
      facts: [{ label: t('mails.notice.number'), value: id }],
      buttons: [{ label: t('mails.report.button2'), url }],
      footer: t(isNotice ? 'mails.notice.footer' : 'mails.reportSettled.footer', { brand }),
    }
  },
)
