/** Creating a date format takes longer than using it a hundred times, so formats are kept. */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The format for dates and times of a locale, such as `de-CH`. Without a time zone in its options it keeps the one that
 * the device was in at first, until the page is loaded again.
 */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
