import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface StreetOfTen {
  firstname: string
  street: string
  count: number
  /** The map at the street. */
  url: string
}

/** To each owner in a street, when its tenth letterbox is on the map. */
export const streetOfTen = defineTextMail(
  'neighbourhood-mail',
  'streetOfTen',
  ({ url }: StreetOfTen) => ({ button: url }),
)
