import { LANGUAGES } from '#platform/shared/languages.ts'

/**
 * Recognises the lines that mail programs put above a quoted mail: "On 25 Nov 2026, Letterlend wrote:", or a block of
 * headers. A line counts only if every word of it is one that such lines consist of, so that a person's sentence that
 * looks similar is kept.
 */

/** Names and addresses that may appear in such lines besides dates. */
export interface Correspondents {
  names: readonly string[]
  /** Domains of our sender and reply addresses. */
  domains: readonly string[]
  /** Names of the person who replied. */
  writer: readonly string[]
}

const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu

/** The words of a text in order; ignores case, punctuation and line breaks. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().match(WORD) ?? []

const setOf = (text: string) => new Set(wordsOf(text))

/** Languages of mail programs in our users' countries and their neighbours. */
const PROGRAM_LANGUAGES = [...LANGUAGES, 'de-AT', 'en-GB', 'it', 'es', 'nl', 'pt', 'rm']

/** Names of months and weekdays, long and short. */
function calendarWords(): Set<string> {
  const words = new Set<string>()
  for (const language of PROGRAM_LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, {
        weekday: style,
        month: style,
        day: 'numeric',
        timeZone: 'UTC',
      })
      // Steps of 31 days cover all months and all weekdays.
      for (let count = 0; count < 12; count++) {
        for (const word of wordsOf(format.format(new Date(Date.UTC(2026, 0, 1 + count * 31)))))
          words.add(word)
      }
    }
  }
  return words
}

const CALENDAR = calendarWords()
const OF_TIMES = setOf(
  'uhr um h am pm a p m at à às alle ore las los om gmt utc cet cest mez mesz z vorm nachm',
)
const SAYING = setOf(
  'schrieb schrieben geschrieben wrote écrit ecrit scritto escribió schreef escreveu scrit',
)
const LINKING = setOf(
  'on am le il el op em den der dem vom von de da from hat ha a as has following folgendes via mailto the',
)

const NUMBER = /^\d+(t\d+)?(th|st|nd|rd|h)?z?$/
const isOfDate = (word: string) => NUMBER.test(word) || CALENDAR.has(word) || OF_TIMES.has(word)

const ADDRESS = /<?\s*(?:mailto:)?[^\s<>"',;:()[\]]+@([\p{L}\d.-]+)\s*>?/giu

/** The words of a line without addresses, and whether it names us. */
function readLine(line: string, { names, domains }: Correspondents) {
  const addresses = [...line.matchAll(ADDRESS)]
  const words = wordsOf(line.replace(ADDRESS, ' '))
  const joined = ` ${words.join(' ')} `
  const namesUs =
    addresses.some(([, domain = '']) => domains.includes(domain.toLowerCase())) ||
    names.some((name) => name !== '' && joined.includes(` ${wordsOf(name).join(' ')} `))
  return { words, addresses: addresses.length, namesUs }
}

const namesOf = (people: readonly string[]) => setOf(people.join(' '))

const FULL_DATE = /\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}|\b20\d\d\b/
/** Maximum number of lines that a long attribution is broken into. */
const MOST_LINES = 3

/**
 * Whether a text is nothing but an attribution to us ("on that day X wrote"): `dated`, or `undated` with our address.
 * Null otherwise.
 */
function attributionIn(text: string, people: Correspondents): 'dated' | 'undated' | null {
  const { words, addresses, namesUs } = readLine(text, people)
  const ours = namesOf(people.names)
  const isMadeOfThem = words.every(
    (word) => isOfDate(word) || SAYING.has(word) || LINKING.has(word) || ours.has(word),
  )
  if (!namesUs || !isMadeOfThem || !text.trimEnd().endsWith(':')) return null
  if (FULL_DATE.test(text)) return 'dated'
  return addresses > 0 && words.some((word) => SAYING.has(word)) ? 'undated' : null
}

/** Number of lines up to `last` that form an attribution; 0: none. Prefers the shortest one with a date. */
function attributionLines(lines: readonly string[], last: number, people: Correspondents): number {
  let undated = 0
  for (let count = 1; count <= MOST_LINES; count++) {
    const first = last - count + 1
    if (first < 0 || lines[first]?.trim() === '') break
    const attribution = attributionIn(lines.slice(first, last + 1).join(' '), people)
    if (attribution === 'dated') return count
    if (attribution === 'undated') undated ||= count
  }
  return undated
}

const KEYS = {
  from: 'von|from|de|da|van|absender',
  date: 'gesendet|gesendet am|datum|sent|date|envoyé|envoyé le|inviato|data|verzonden|fecha|enviado',
  to: 'an|to|à|a|para|aan|kopie|cc|copie à|antwort an|reply-to|répondre à',
  subject: 'betreff|subject|objet|oggetto|onderwerp|asunto',
}
const HEADERS = Object.entries(KEYS).map(
  ([key, words]) => [key, new RegExp(`^[\\s*]*(?:${words})[\\s*]*:[\\s*]*(.*)$`, 'i')] as const,
)
const SUBJECT_PREFIXES = setOf('re aw wg fw fwd tr antw antwort ref sv r')
/** Words that a gateway may add to a subject ("[External]"), and the fewest that a program keeps of a long one. */
const MOST_ADDED = 3
const LEAST_LEFT = 3

function isSubject(value: string, subject: string): boolean {
  const words = wordsOf(value).filter((word) => !SUBJECT_PREFIXES.has(word))
  const ours = wordsOf(subject)
  const contains = (whole: string[], part: string[]) =>
    ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `)
  if (words.length >= LEAST_LEFT && contains(ours, words)) return true
  return ours.length > 0 && words.length <= ours.length + MOST_ADDED && contains(words, ours)
}

/** Whether a header fits a quotation of our mail. */
function isHeader(key: string, value: string, subject: string, people: Correspondents): boolean {
  const { words, addresses, namesUs } = readLine(value, people)
  const known = namesOf([...people.names, ...people.writer])
  if (key === 'subject') return isSubject(value, subject)
  if (key === 'date') return /\d/.test(value) && words.every(isOfDate)
  if (key === 'from') return namesUs
  return (addresses > 0 && words.length <= 6) || words.every((word) => known.has(word))
}

/** Number of lines up to `last` that form the header block of our mail; 0: none. */
function headerLines(
  lines: readonly string[],
  last: number,
  subject: string,
  people: Correspondents,
): number {
  const valid = new Set<string>()
  let count = 0
  let continued = ''
  for (let at = last; at >= 0; at--) {
    const line = lines[at]?.trim() ?? ''
    if (line === '') break
    const header = HEADERS.find(([, pattern]) => pattern.test(line))
    if (!header) {
      if (continued !== '') break
      continued = line
      continue
    }
    const [key, pattern] = header
    const value = `${pattern.exec(line)?.[1] ?? ''} ${continued}`.trim()
    const isRepeated = key !== 'to' && valid.has(key)
    if (isRepeated || !isHeader(key, value, subject, people)) break
    valid.add(key)
    continued = ''
    count = last - at + 1
  }
  const isOurs = valid.has('from') || valid.has('subject')
  return isOurs && valid.size >= 2 ? count : 0
}

const RULE = /^[\s>]*[-_=*–—]{5,}\s*$/
/** `-----Original Message-----`, or Orange's `Message du 25/11/26 10:15`. */
const ORIGINAL =
  /^\s*(?:[-_=*]{2,}\s*(?:original[- ]?(?:nachricht|message|mail)|ursprüngliche (?:nachricht|e-?mail)|message d.origine|message original|messaggio originale)\s*[-_=*]{2,}|message du [\d/.: ]+)\s*$/i

const lastWritten = (lines: readonly string[], before: number): number => {
  let at = before - 1
  while (at >= 0 && lines[at]?.trim() === '') at--
  return at
}

/**
 * First line of the introduction to the mail that is quoted from line `quoted` on; null if there is none.
 * @param lines without their `>` marks
 * @param subject of the quoted mail
 */
export function introductionStart(
  lines: readonly string[],
  quoted: number,
  subject: string,
  people: Correspondents,
): number | null {
  const last = lastWritten(lines, quoted)
  if (last < 0) return null
  const headers = headerLines(lines, last, subject, people)
  const count = headers || attributionLines(lines, last, people)
  const first = last - count + 1
  const above = lastWritten(lines, first)
  const line = lines[above] ?? ''
  if (headers > 0 && above >= 0 && (ORIGINAL.test(line) || RULE.test(line))) return above
  return count > 0 ? first : null
}
