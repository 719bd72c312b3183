/** Cached like date formats: the day above messages is formatted with each scroll event. */
const formats = new Map<string, Intl.RelativeTimeFormat>()

/** The format of a locale for `today`, `3 days ago` and the like. */
export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  formats.set(locale, format)
  return format
}
