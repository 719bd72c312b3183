import { asLanguage } from '@letterlend/contract/languages.ts'
import type { Transaction } from '@letterlend/contract/transactions.ts'
import { useTranslation } from 'react-i18next'

const COLUMN = { de: 'name_de', en: 'name_en', fr: 'name_fr' } as const

/** The language of the app for times, names and numbers. */
export function useLanguage() {
  const { i18n } = useTranslation('inbox')
  return asLanguage(i18n.language) ?? 'de'
}

/** The item's name in the language of the app. */
export function useItemName(): (item: Transaction['item']) => string {
  const language = useLanguage()
  return (item) => item[COLUMN[language]]
}
