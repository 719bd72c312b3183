import type { Language } from '@letterlend/contract/languages.ts'

/** Each in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
}
