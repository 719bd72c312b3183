import { communityZone } from '../../data/community-day.ts'

/** Creating a date format takes longer than using it a hundred times, so formats are kept. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The format for dates and times of a locale, such as `de-CH`; in the community's zone unless the options name one. */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const inZone = { timeZone: communityZone(), ...options }
  const key = `${locale} ${JSON.stringify(inZone)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, inZone)
  formats.set(key, format)
  return format
}
