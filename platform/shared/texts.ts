import { elide } from './french-elision.ts'
import type { Language } from './languages.ts'

/**
 * The texts of a noun stand in its `texts/<language>.json`. The first keys are sections: `mails`, `papers` and
 * `server` are what the server says, every other one belongs to screens and is named once in the whole product.
 * Plurals are forms of a key (`found_one`, `found_other`, and `found_zero` where nothing is said differently),
 * values that are filled in stand as `{{name}}`: the layout of i18next, which translation tools read.
 */

/** The English texts of each noun: app/shared/noun-texts.ts lists them. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by that list, so that the platform names no noun
export interface NounTexts {}

/** `orders`, `platform`, `app`. */
export type Noun = keyof NounTexts & string

/** The sections that never come to a browser. */
export const SERVER_SECTIONS = ['mails', 'papers', 'server'] as const
export type ServerSection = (typeof SERVER_SECTIONS)[number]

export interface TextTree {
  [name: string]: string | TextTree
}

/** What is filled in; `count` chooses the plural. */
export type Values = Record<string, string | number>

/** The forms in the English files: `Intl.PluralRules`, and nothing at all. */
type PluralForm = 'zero' | 'one' | 'other'

/** `dashboard.inbox`; the plural forms of a text are one path. */
export type PathIn<Tree, Start extends string = ''> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? `${Start}${Name extends `${infer Base}_${PluralForm}` ? Base : Name}`
    : PathIn<Tree[Name], `${Start}${Name}.`>
}[keyof Tree & string]

/** How a language counts, writes numbers and joins words. */
export interface LanguageRules {
  plurals: Intl.PluralRules
  format: (value: number) => string
  /** A word with the space after it, and what is filled in there. */
  join: (before: string, value: string) => string
}

const besides = (before: string, value: string) => before + value

export const joiningIn = (language: Language): LanguageRules['join'] =>
  language === 'fr' ? elide : besides

/** The forms of a text for a number, the most fitting first. */
function formsOf(path: string, count: unknown, plurals: Intl.PluralRules): string[] {
  if (typeof count !== 'number') return [path]
  const form = `${path}_${plurals.select(count)}`
  return count === 0 ? [`${path}_zero`, form, path] : [form, path]
}

const valueAt = (tree: object | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => Object(part)[name], tree)

/** The text at `path`, filled in. One that is nowhere reads as its path: the tests find each of them. */
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
