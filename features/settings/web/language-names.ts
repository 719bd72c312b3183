import type { Language } from '#platform/shared/languages.ts'

/** Each in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
}
