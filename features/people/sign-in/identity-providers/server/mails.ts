import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  /** The provider's name, not its key. */
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
