import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  name: string
  url: string
  notMeUrl: string
}

/** Notifies the owner of a new access token, which acts for them without a password. */
export const accessTokenMade = defineTextMail(
  'access-tokens',
  'accessTokenMade',
  ({ name, url, notMeUrl }: Content) => ({ quote: name, button: url, notMe: notMeUrl }),
)
