import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  /** Of the file. */
  name: string
  notMeUrl: string
}

/** Tells somebody who administers that all that the community holds was downloaded in their name. */
export const backupDownloaded = defineTextMail(
  'backups',
  'backupDownloaded',
  ({ notMeUrl }: Content) => ({ notMe: notMeUrl }),
)
