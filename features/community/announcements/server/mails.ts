import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  /** Title of the announcement. */
  title: string
  /** False if its period was over before sending could begin. */
  begun: boolean
  /** Link to its screen in the back office. */
  url: string
}

/** Mails the planner that automatic sending has begun, or could not. */
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
