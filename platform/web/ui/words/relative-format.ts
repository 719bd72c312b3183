/** As formats for dates are, these are kept: the day above messages is named with each step of their scrolling. */
const formats = new Map<string, Intl.RelativeTimeFormat>()

/** The format of a locale for `today`, `3 days ago` and the like. */
export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  formats.set(locale, format)
  return format
}
