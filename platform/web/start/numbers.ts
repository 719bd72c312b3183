import { numberFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'

/** Formats a number in the reader's language: 3’839 in German. */
export const formatNumber = (
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string => numberFormatIn(language, options).format(value)
