import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  /** Name of the file. */
  name: string
  notMeUrl: string
}

/** Mails an administrator that a complete backup of the community was downloaded in their name. */
export const backupDownloaded = defineTextMail(
  'backups',
  'backupDownloaded',
  ({ notMeUrl }: Content) => ({ notMe: notMeUrl }),
)
