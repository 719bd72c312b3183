import { defineTextMail } from '#platform/server/mail/text-mail.ts'

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
export const sendingBegan = defineTextMail(
  'announcements',
  'announcementSendingBegan',
  ({ begun, url }: Content, t) => {
    const key = begun ? 'begun' : 'missed'
    const body = t(`mails.announcementSendingBegan.${key}.body`)
    return {
      subject: t(`mails.announcementSendingBegan.${key}.subject`),
      preview: body,
      heading: t(`mails.announcementSendingBegan.${key}.heading`),
      body: [body],
      button: url,
    }
  },
)
