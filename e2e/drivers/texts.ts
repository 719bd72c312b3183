import { textsOf as readTexts } from '../../app/vite/text-files.ts'
import { LANGUAGES, type Language } from '../../platform/shared/languages.ts'
import { joiningIn, textAt } from '../../platform/shared/texts.ts'

export { LANGUAGES, type Language }

/** Looks up texts of the app by key, so that tests need not repeat them. */
export type Texts = (key: string, values?: Record<string, string | number>) => string

/** Reads the app's own files: `t('borrow:loggedOut.logIn')`, with `count` for plurals. */
export function textsOf(language: Language): Texts {
  const sections = Object.assign({}, ...Object.values(readTexts(language)))
  const plurals = new Intl.PluralRules(language)
  const rules = { plurals, format: String, join: joiningIn(language) }
  return (key, values = {}) => {
    const [section = '', path = ''] = key.split(':')
    const text = textAt(sections[section], path, values, rules)
    if (text === path) throw new Error(`No text ${key} in ${language}`)
    return text
  }
}
