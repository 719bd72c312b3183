import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  name: string
  url: string
  notMeUrl: string
}

const partsOf = ({ name, url, notMeUrl }: Content) => ({
  quote: name,
  button: url,
  notMe: notMeUrl,
})

/** Notifies the owner of a new passkey, which logs in without the password. */
export const passkeyAdded = defineTextMail('passkeys', 'passkeyAdded', partsOf)

/** Notifies the owner of a removed passkey. */
export const passkeyRemoved = defineTextMail('passkeys', 'passkeyRemoved', partsOf)
