import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  /** Name of the provider. */
  provider: string
  /** Name by which the owner recognises the linked account. */
  label: string
  url: string
  notMeUrl: string
}

const partsOf = ({ label, url, notMeUrl }: Content) => ({
  quote: label,
  button: url,
  notMe: notMeUrl,
})

/** Notifies the owner of a newly linked account. */
export const accountLinked = defineTextMail('identity-providers', 'accountLinked', partsOf)

/** Notifies the owner of an unlinked account. */
export const accountUnlinked = defineTextMail('identity-providers', 'accountUnlinked', partsOf)
