import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  firstname: string
  /** Of the announcement. */
  title: string
  /** Or its time was over before it could begin. */
  begun: boolean
  /** Its screen in the back office. */
  url: string
}

/** Tells whoever planned it that an announcement began to be sent by itself, or could not. */
export const sendingBegan = defineMail<Content>(
  'announcementSendingBegan',
  ({ firstname, title, begun, url }, { lang, brand }) => {
    const t = texts('announcements', lang)
    const key = begun ? 'begun' : 'missed'
    return {
      subject: t(`mails.sending.${key}.subject`, { title }),
      preview: t(`mails.sending.${key}.body`, { title }),
      heading: t(`mails.sending.${key}.heading`),
      greeting: t('mails.announcement.greeting', { firstname }),
      body: [t(`mails.sending.${key}.body`, { title })],
      buttons: [{ label: t('mails.sending.button'), url }],
      footer: t('mails.sending.footer', { brand }),
    }
  },
)
