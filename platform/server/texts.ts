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

/** What the server says of a noun: the sections `mails`, `papers` and `server` of its files. */
export type ServerTexts<Name extends Noun> = Pick<
  NounTexts[Name],
  ServerSection & keyof NounTexts[Name]
>

const RULES = eachLanguage((language) => ({
  plurals: new Intl.PluralRules(language),
  format: numberFormatIn(language).format,
  join: joiningIn(language),
}))

/** All that the server says of a noun, to take a part with many texts from at once. */
export const sectionsOf = <Name extends Noun>(noun: Name, language: Language): ServerTexts<Name> =>
  // The keys were read from the same files.
  all[language][noun] as ServerTexts<Name>

/** `t('mails.orderPaid.subject', { firstname })`: a noun's texts in a language, with plurals by `count`. */
export const texts =
  <Name extends Noun>(noun: Name, language: Language) =>
  (path: PathIn<ServerTexts<Name>>, values: Values = {}): string =>
    textAt(all[language][noun], path, values, RULES[language])

/** The same for paths that are put together from names; undefined where no text is. */
export const textsByPath =
  (noun: Noun, language: Language, values: Values) =>
  (path: string): string | undefined => {
    const text = textAt(all[language][noun], path, values, RULES[language])
    return text === path ? undefined : text
  }
