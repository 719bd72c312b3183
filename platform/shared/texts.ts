import { elide } from './french-elision.ts'
import type { Language } from './languages.ts'

/**
 * A feature's texts are in its `texts/<language>.json`. The first keys are sections: `mails`, `papers` and `server` are
 * the server's, all others belong to screens and are unique within the product. Plurals are forms of a key
 * (`found_one`, `found_other`, and `found_zero` if nothing has a text of its own), and values are `{{name}}`: the
 * format of i18next, which translation tools can read.
 */

/** The English texts of each feature, filled by app/shared/noun-texts.ts. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by that list, so that the platform names no noun
export interface NounTexts {}

/** `orders`, `platform`, `app`. */
export type Noun = keyof NounTexts & string

/** The sections that are never sent to a browser. */
export const SERVER_SECTIONS = ['mails', 'papers', 'server'] as const
export type ServerSection = (typeof SERVER_SECTIONS)[number]

export interface TextTree {
  [name: string]: string | TextTree
}

/** Values to fill in; `count` chooses the plural form. */
export type Values = Record<string, string | number>

/** The forms in the English files: those of `Intl.PluralRules`, and zero. */
type PluralForm = 'zero' | 'one' | 'other'

/** `dashboard.inbox`; all plural forms of a text share one path. */
export type PathIn<Tree, Start extends string = ''> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? `${Start}${Name extends `${infer Base}_${PluralForm}` ? Base : Name}`
    : PathIn<Tree[Name], `${Start}${Name}.`>
}[keyof Tree & string]

/** How a language forms plurals, writes numbers and joins words. */
export interface LanguageRules {
  plurals: Intl.PluralRules
  format: (value: number) => string
  /** Joins a word and its space with the value that follows. */
  join: (before: string, value: string) => string
}

const besides = (before: string, value: string) => before + value

export const joiningIn = (language: Language): LanguageRules['join'] =>
  language === 'fr' ? elide : besides

/** The forms of a text for a number, best match first. */
function formsOf(path: string, count: unknown, plurals: Intl.PluralRules): string[] {
  if (typeof count !== 'number') return [path]
  const form = `${path}_${plurals.select(count)}`
  return count === 0 ? [`${path}_zero`, form, path] : [form, path]
}

const valueAt = (tree: object | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => Object(part)[name], tree)

/** The text at `path` with its values. A missing text returns its path, which the tests detect. */
export function textAt(
  tree: object | undefined,
  path: string,
  values: Values,
  { plurals, format, join }: LanguageRules,
): string {
  const forms = formsOf(path, values.count, plurals).map((form) => valueAt(tree, form))
  const text = forms.find((form) => typeof form === 'string') ?? path
  return String(text).replace(/(\p{L}+\s)?\{\{(\w+)\}\}/gu, (_hole, before = '', name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? before + format(value) : join(before, value)
  })
}
