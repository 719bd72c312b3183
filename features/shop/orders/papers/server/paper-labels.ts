import type { OrderRow } from '#features/shop/orders/server/door.ts'
import type { Config } from '#platform/server/config.ts'
import type { Deps } from '#platform/server/deps.ts'
import { texts } from '#platform/server/texts.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'

/** The seller's data; `brandName` and `logo` are current when the paper is rendered. */
export type PaperConfig = Pick<Config, 'invoice' | 'brandName' | 'publicUrl' | 'timeZone'> & {
  logo: Buffer | null
}

/** The current data of the community. */
export const paperConfigOf = ({
  config,
  settings,
}: Pick<Deps, 'config' | 'settings'>): PaperConfig => ({
  ...config,
  brandName: settings.current().brand.name,
  logo: settings.logo(),
})

export const countryName = (code: string, lang: Language) =>
  new Intl.DisplayNames([LOCALES[lang]], { type: 'region' }).of(code) ?? code

/** French has a space before a colon. */
export const labelled = (label: string, value: string, lang: Language) =>
  `${texts('platform', lang)('server.labelled', { label })} ${value}`

export const dateOf = (date: Date, lang: Language, { timeZone }: PaperConfig) =>
  dateFormatIn(lang, { dateStyle: 'long', timeZone }).format(date)

/** The sender on one line above the recipient, where undeliverable mail is returned. */
export const senderLine = ({ invoice, brandName, publicUrl }: PaperConfig): string =>
  invoice
    ? [invoice.name, invoice.address, `${invoice.postcode} ${invoice.city}`].join(' · ')
    : [brandName, new URL(publicUrl).host].join(' · ')

/** Recipient of a parcel or a letter. */
type Recipient = Pick<
  OrderRow,
  | 'firstname'
  | 'lastname'
  | 'address'
  | 'address_addition'
  | 'postcode'
  | 'city'
  | 'country'
  | 'lang'
>

/** The address lines of an order or a letter, as on an envelope. */
export const recipientLines = (order: Recipient, { invoice }: PaperConfig): string[] =>
  [
    `${order.firstname} ${order.lastname}`.trim(),
    order.address,
    order.address_addition ?? '',
    `${order.postcode} ${order.city}`,
    order.country === (invoice?.country ?? 'CH') ? '' : countryName(order.country, order.lang),
  ].filter((line) => line !== '')
