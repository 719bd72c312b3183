import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  /** Of the provider. */
  provider: string
  /** What the account there is known by. */
  label: string
  url: string
  notMeUrl: string
}

const partsOf = ({ label, url, notMeUrl }: Content) => ({
  quote: label,
  button: url,
  notMe: notMeUrl,
})

/** Tells of an account elsewhere that logs in from now on. */
export const accountLinked = defineTextMail('identity-providers', 'accountLinked', partsOf)

/** Tells of an account elsewhere that logs in no more. */
export const accountUnlinked = defineTextMail('identity-providers', 'accountUnlinked', partsOf)
