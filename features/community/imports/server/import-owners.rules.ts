import { emailSchema } from '#platform/shared/input/email.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import type { ImportProblem } from '../import-problems.ts'
import type { CsvRow } from './csv-file.ts'
import { problem } from './import-words.ts'

export interface ImportOwner {
  firstname: string
  lastname: string
  email: string | null
  messaging: boolean
  /** These three are null if the file does not say. */
  lang: Language | null
  show_on_map: boolean | null
  show_name: boolean | null
  /** Reasons why the row is imported with a difference from the file. */
  warnings: ImportProblem[]
}

const folded = (words: string) => words.split(', ').map(foldName)
const YES = new Set(folded('1, true, yes, y, ja, j, oui, o, si, sì, x, on, wahr, vrai, vero'))
const NO = new Set(folded('0, false, no, n, nein, non, off, falsch, faux, falso')).add('')
/** Accepted in a map column, next to yes and no. */
const ON_MAP = new Set(
  folded(
    'öffentlich, sichtbar, auf der karte, public, visible, on the map, sur la carte, pubblico, visibile, sulla mappa',
  ),
)
const OFF_MAP = new Set(
  folded(
    'nicht, nicht auf der karte, nicht öffentlich, nicht sichtbar, unsichtbar, versteckt, verborgen, privat, not on the map, hidden, private, not public, pas sur la carte, masqué, caché, invisible, privé, non sulla mappa, nascosto, privato',
  ),
)

/** Undefined: neither yes nor no. An empty cell means no. */
function readFlag(text: string): boolean | undefined {
  const word = foldName(text)
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}

const LANGUAGE_WORDS: Record<Language, string> = {
  de: 'd, de, ger, deu, deutsch, german, allemand, tedesco',
  en: 'e, en, eng, englisch, english, anglais, inglese',
  fr: 'f, fr, fra, fre, französisch, franzoesisch, french, français, francese',
}
const LANGUAGE_OF = new Map(
  LANGUAGES.flatMap((lang) => folded(LANGUAGE_WORDS[lang]).map((word) => [word, lang] as const)),
)

type Read<Value> = { value: Value; warnings: ImportProblem[] }
const read = <Value>(value: Value, ...warnings: ImportProblem[]): Read<Value> => ({
  value,
  warnings,
})

/** "de", "Deutsch", "de-CH". */
function readLanguage(text: string | undefined): Read<Language | null> {
  if (!text) return read(null)
  const lang =
    LANGUAGE_OF.get(foldName(text)) ?? LANGUAGE_OF.get(foldName(text.split(/[-_]/)[0] ?? ''))
  return lang ? read(lang) : read(null, problem('language_unknown', { text: text.slice(0, 40) }))
}

function readMapFlag(text: string): boolean | undefined {
  const word = foldName(text)
  if (ON_MAP.has(word)) return true
  return OFF_MAP.has(word) ? false : readFlag(text)
}

/**
 * True if the letterbox is shown. An unclear cell hides it: it can be shown later, but publishing cannot be undone. An
 * empty cell says nothing.
 */
function readVisibility({
  show_on_map: shown,
  hide_from_map: hidden,
}: CsvRow['fields']): Read<boolean | null> {
  const isShown = shown ? readMapFlag(shown) : null
  const isHidden = hidden ? hiddenFlag(hidden) : null
  const unclear = isShown === undefined ? shown : isHidden === undefined ? hidden : undefined
  if (unclear !== undefined)
    return read(false, problem('map_unclear', { text: unclear.slice(0, 40) }))
  if (isHidden === true) return read(false)
  if (isShown !== null && isShown !== undefined) return read(isShown)
  return read(isHidden === false ? true : null)
}

/** In a column "Not on the map", these words mean yes, and so does an x. */
function hiddenFlag(text: string): boolean | undefined {
  const word = foldName(text)
  if (OFF_MAP.has(word)) return true
  return ON_MAP.has(word) ? false : readFlag(text)
}

function readNameFlag(text: string | undefined): Read<boolean | null> {
  if (!text) return read(null)
  const flag = readFlag(text)
  return flag === undefined
    ? read(false, problem('name_unclear', { text: text.slice(0, 40) }))
    : read(flag)
}

/**
 * The addresses in "Anna Muster <anna@example.org>", "mailto:anna@example.org" and "anna@example.org;
 * beat@example.org".
 */
function addressesIn(text: string): string[] {
  const inBrackets = [...text.matchAll(/<([^<>]*)>/g)].map(([, address]) => address ?? '')
  const parts = inBrackets.length > 0 ? inBrackets : text.split(/[\s,;|/<>()[\]"]+/)
  return parts.flatMap((part) => {
    const typed = part
      .replace(/^\s*mailto:/i, '')
      .replace(/\?.*$/, '')
      .replace(/\p{Cf}/gu, '')
    const parsed = emailSchema.safeParse(typed)
    return parsed.success ? [parsed.data] : []
  })
}

function readEmail(text: string | undefined): Read<string | null> {
  if (!text) return read(null)
  const [first, ...more] = [...new Set(addressesIn(text))]
  const shown = text.slice(0, 80)
  if (first === undefined) return read(null, problem('email_unusable', { text: shown }))
  return more.length === 0
    ? read(first)
    : read(first, problem('email_several', { text: shown, email: first }))
}

/** An odd value about the owner does not reject the letterbox; it is dropped with a warning. */
export function readOwner(fields: CsvRow['fields']): ImportOwner | ImportProblem {
  const { firstname = '', lastname = '', messaging = '' } = fields
  if ([...firstname].length > 100 || [...lastname].length > 100) return problem('name_too_long')
  const email = readEmail(fields.email)
  const lang = readLanguage(fields.language)
  const onMap = readVisibility(fields)
  const name = readNameFlag(fields.show_name)
  const flag = readFlag(messaging)
  const warnings = [...email.warnings, ...lang.warnings, ...onMap.warnings, ...name.warnings]
  if (flag === undefined) {
    warnings.push(problem('messaging_unclear', { text: messaging.slice(0, 40) }))
  }
  // Without an address the owner could not be notified of a request.
  if (flag && email.value === null && email.warnings.length === 0) {
    warnings.push(problem('messaging_without_email'))
  }
  return {
    firstname,
    lastname,
    email: email.value,
    messaging: flag === true && email.value !== null,
    lang: lang.value,
    show_on_map: onMap.value,
    show_name: name.value,
    warnings,
  }
}
