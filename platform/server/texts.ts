import all from 'virtual:texts/server'
import { numberFormatIn } from '#platform/shared/formats.ts'
import { eachLanguage, type Language } from '#platform/shared/languages.ts'
import {
  joiningIn,
  type Noun,
  type NounTexts,
  type PathIn,
  type ServerSection,
  textAt,
  type Values,
} from '#platform/shared/texts.ts'

/** A feature's texts for the server: the sections `mails`, `papers` and `server` of its files. */
export type ServerTexts<Name extends Noun> = Pick<
  NounTexts[Name],
  ServerSection & keyof NounTexts[Name]
>

const RULES = eachLanguage((language) => ({
  plurals: new Intl.PluralRules(language),
  format: numberFormatIn(language).format,
  join: joiningIn(language),
}))

/** All server texts of a feature, for code that needs many of them. */
export const sectionsOf = <Name extends Noun>(noun: Name, language: Language): ServerTexts<Name> =>
  // The keys come from the same files.
  all[language][noun] as ServerTexts<Name>

/** `t('mails.orderPaid.subject', { firstname })`: a feature's texts in one language, with plurals by `count`. */
export const texts =
  <Name extends Noun>(noun: Name, language: Language) =>
  (path: PathIn<ServerTexts<Name>>, values: Values = {}): string =>
    textAt(all[language][noun], path, values, RULES[language])

/** The same for computed paths; undefined if there is no such text. */
export const textsByPath =
  (noun: Noun, language: Language, values: Values) =>
  (path: string): string | undefined => {
    const text = textAt(all[language][noun], path, values, RULES[language])
    return text === path ? undefined : text
  }
