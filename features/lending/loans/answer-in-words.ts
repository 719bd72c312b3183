import { DAY_MS } from '#platform/shared/durations.ts'
import type { RequestAnswer } from '#platform/shared/paths.ts'

/** What a lender's plain words seem to say. The app may use it to prefill and highlight, never to decide. */
export interface AnswerInWords {
  /** Null if the words give no answer, or more than one. */
  answer: RequestAnswer | null
  /** The only day in the text, such as `2026-12-05`; null if there is none or more than one. */
  day: string | null
  /** The earliest time in the text, such as `10:00`. */
  time: string | null
}

interface Asked {
  /** Today in the community's time zone. */
  today: string
  /** Days, the last one included; null for any time. */
  wanted_from: string | null
  wanted_until: string | null
}

/** Lower case, without accents and typographic characters: "Désolé" and "desole" are the same. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/ß/g, 'ss')
    .toLowerCase()

/** Matches any of these whole words or phrases. */
const oneOf = (...phrases: string[]) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${phrases.join('|')})(?![\\p{L}\\d])`, 'u')

/** Phrases with a "no" in them that mean yes. */
const FRIENDLY = oneOf(
  'kein problem',
  'kein thema',
  'keine ursache',
  'warum nicht',
  'no problem',
  'no worries',
  'why not',
  'pas de (?:probleme|souci|soucis)',
  'pourquoi pas',
)
const YES = oneOf(
  'ja',
  'jawohl',
  'klar',
  'gern',
  'gerne',
  'sicher',
  'natuerlich',
  'naturlich',
  'selbstverstandlich',
  'einverstanden',
  'abgemacht',
  'in ordnung',
  'passt',
  'geht klar',
  'kannst du (?:sie |ihn |es )?(?:gern |gerne )?(?:haben|holen|abholen|ausleihen)',
  'ok',
  'okay',
  'yes',
  'yeah',
  'yep',
  'sure',
  'of course',
  'gladly',
  'absolutely',
  'certainly',
  'happy to',
  'with pleasure',
  'you can have (?:it|them)',
  'oui',
  'volontiers',
  "d'accord",
  'bien sur',
  'avec plaisir',
  'entendu',
  "c'est bon",
)
const NO = oneOf(
  'nein',
  'noe',
  'leider',
  'kaputt',
  'defekt',
  'schon verliehen',
  'bereits verliehen',
  'no',
  'nope',
  'sorry',
  'unfortunately',
  'broken',
  "can't",
  'cannot',
  'non',
  'desole',
  'desolee',
  'malheureusement',
  'casse',
  'cassee',
)
/** A negation: combined with a yes the text is ambiguous, and alone it says nothing. */
const NEGATION =
  /(?<![\p{L}\d])(?:nicht|nichts|nie|kein|keine|keinen|keiner|not|never|pas|jamais)(?![\p{L}\d])|n't(?![\p{L}\d])/u
/** Introduces something other than what was asked. */
const BUT = oneOf(
  'aber',
  'jedoch',
  'allerdings',
  'erst',
  'lieber',
  'stattdessen',
  'nur',
  'but',
  'only',
  'rather',
  'instead',
  'however',
  'mais',
  'plutot',
  'seulement',
)
const UNSURE = oneOf(
  'vielleicht',
  'eventuell',
  'wahrscheinlich',
  'wenn',
  'falls',
  'ob',
  'oder',
  'weiss noch',
  'maybe',
  'perhaps',
  'probably',
  'if',
  'whether',
  'or',
  'let me (?:check|look|see)',
  'peut-etre',
  'si',
  'ou',
  'sans doute',
)

const WEEKDAYS = [
  oneOf('sonntag', 'sonntags', 'sunday', 'dimanche'),
  oneOf('montag', 'montags', 'monday', 'lundi'),
  oneOf('dienstag', 'dienstags', 'tuesday', 'mardi'),
  oneOf('mittwoch', 'mittwochs', 'wednesday', 'mercredi'),
  oneOf('donnerstag', 'donnerstags', 'thursday', 'jeudi'),
  oneOf('freitag', 'freitags', 'friday', 'vendredi'),
  oneOf('samstag', 'samstags', 'sonnabend', 'saturday', 'samedi'),
]
const WEEKDAY_NAME = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)'
const MONTHS = [
  'januar|janner|january|janvier',
  'februar|february|fevrier',
  'marz|march|mars',
  'april|avril',
  'mai|may',
  'juni|june|juin',
  'juli|july|juillet',
  'august|aout',
  'september|septembre',
  'oktober|october|octobre',
  'november|novembre',
  'dezember|december|decembre',
]

const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
const twoDigits = (number: number | string) => String(number).padStart(2, '0')

/** A date that has passed or is further ahead than this is not about this request. */
const MOST_DAYS_AHEAD = 180

/** The next such date from today on; null if there is none, such as 31 June. */
function dateOf(dayOfMonth: number, month: number, today: string): string | null {
  for (const year of [Number(today.slice(0, 4)), Number(today.slice(0, 4)) + 1]) {
    const day = `${year}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`
    const time = Date.parse(day)
    const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
    if (exists && day >= today && day <= addDays(today, MOST_DAYS_AHEAD)) return day
  }
  return null
}

/** The weekday within the wanted days if it occurs there, else the next one after today. */
function weekdayOf(weekday: number, { today, wanted_from, wanted_until }: Asked): string {
  const isThis = (day: string) => new Date(day).getUTCDay() === weekday
  const first = wanted_from !== null && wanted_from > today ? wanted_from : today
  const last = wanted_until ?? wanted_from
  for (let day = first; last !== null && day <= last && day < addDays(first, 7); ) {
    if (isThis(day)) return day
    day = addDays(day, 1)
  }
  const days = [1, 2, 3, 4, 5, 6, 7].map((count) => addDays(today, count))
  return days.find(isThis) ?? today
}

/** All days that the text names. */
function daysIn(text: string, asked: Asked): string[] {
  const { today } = asked
  // In "Guten Morgen", "am Morgen" and "Samstag Morgen" the word does not mean tomorrow.
  const words = text.replace(
    new RegExp(`(?:guten|gute|am|${WEEKDAY_NAME}s?)\\s+morgen(?![\\p{L}\\d])`, 'gu'),
    (match) => match.replace(/morgen$/, ''),
  )
  const days = WEEKDAYS.flatMap((names, weekday) =>
    names.test(words) ? [weekdayOf(weekday, asked)] : [],
  )
  if (oneOf('heute', 'today', "aujourd'hui").test(words)) days.push(today)
  if (oneOf('morgen', 'tomorrow').test(words)) days.push(addDays(today, 1))
  if (oneOf('ubermorgen', 'apres-demain', 'day after tomorrow').test(words)) {
    return [addDays(today, 2)]
  }
  if (oneOf('demain').test(words)) days.push(addDays(today, 1))
  for (const [, day, month] of words.matchAll(/(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.(?!\d{1,2}:)/g)) {
    const date = dateOf(Number(day), Number(month), today)
    if (date) days.push(date)
  }
  for (const [index, names] of MONTHS.entries()) {
    const before = new RegExp(
      `(?<!\\d)(\\d{1,2})(?:\\.|er|st|nd|rd|th)?\\s+(?:of\\s+)?(?:${names})(?!\\p{L})`,
      'u',
    )
    const after = new RegExp(`(?<!\\p{L})(?:${names})\\s+(\\d{1,2})(?![\\d:])`, 'u')
    const found = before.exec(words) ?? after.exec(words)
    const date = found && dateOf(Number(found[1]), index + 1, today)
    if (date) days.push(date)
  }
  return [...new Set(days)]
}

const NUMBERS: Record<string, number> = {
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwolf: 12,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}
const MONTH_NAMES = MONTHS.join('|')
const CLOCK = /(?<![\d.])([01]?\d|2[0-3])(?:[:h]([0-5]\d)|\.([0-5]\d)\s*uhr)(?!\d)\s*(am|pm)?/g
const HOUR = /(?<![\d.:])(\d{1,2})\s*(uhr|h|heures?|o'clock|am|pm)(?![\p{L}\d])/gu
const AFTER = new RegExp(
  `(?<!\\p{L})(?:ab|um|nach|gegen|zwischen|at|after|from|around|between|apres|vers|des|entre)\\s+(?:ca\\.?\\s+)?(\\d{1,2}|${Object.keys(NUMBERS).join('|')})(?![\\p{L}\\d:]|\\.\\d|\\.\\s*(?:\\d|${MONTH_NAMES})|h\\d|\\s*(?:uhr|h|heures?|o'clock|am|pm|tage|tagen|days|jours|minuten|minutes|wochen|weeks|${MONTH_NAMES})(?!\\p{L}))`,
  'gu',
)

/** People fetch things during the day, so a small hour means the afternoon. */
const byDay = (hour: number) => (hour < 8 ? hour + 12 : hour)

function hourOf(hour: number, half: string | undefined): number {
  if (half === 'pm') return hour < 12 ? hour + 12 : hour
  return half === 'am' && hour === 12 ? 0 : hour
}

/** The time that the text names; null for none or several, or if half or quarter hours are written in words. */
function timeIn(text: string): string | null {
  if (/(?<!\p{L})(?:halb|viertel|half|quarter|demie|quart)(?!\p{L})/u.test(text)) return null
  const times: string[] = []
  for (const [, hour, minutes, others, half] of text.matchAll(CLOCK)) {
    times.push(`${twoDigits(hourOf(Number(hour), half))}:${minutes ?? others}`)
  }
  for (const [, digits, unit] of text.matchAll(HOUR)) {
    const hour = hourOf(Number(digits), unit)
    if (hour <= 23) times.push(`${twoDigits(hour)}:00`)
  }
  for (const [, number = ''] of text.matchAll(AFTER)) {
    const hour = byDay(NUMBERS[number] ?? Number(number))
    if (hour <= 23) times.push(`${twoDigits(hour)}:00`)
  }
  if (oneOf('mittags?', 'noon', 'midi').test(text)) times.push('12:00')
  const named = [...new Set(times)].toSorted()
  const isSpan = oneOf('zwischen', 'between', 'entre', 'bis', 'until', 'to').test(text)
  return named.length === 1 || (named.length === 2 && isSpan) ? (named[0] ?? null) : null
}

/** Whether a day is one of the wanted ones; always true if none was named. */
const isWanted = (day: string, { wanted_from, wanted_until }: Asked) =>
  wanted_from === null || (day >= wanted_from && day <= (wanted_until ?? wanted_from))

function answerOf(text: string, days: readonly string[], asked: Asked): RequestAnswer | null {
  const isFriendly = FRIENDLY.test(text)
  const words = text.replace(FRIENDLY, ' ')
  const isYes = isFriendly || YES.test(words)
  const isNo = NO.test(words)
  const isNegated = NEGATION.test(words)
  const [day, ...others] = days
  const isOtherDay = day !== undefined && others.length === 0 && !isWanted(day, asked)
  // Asking about another day counts as proposing it.
  if (text.includes('?')) return isOtherDay && !isNo && !isNegated ? 'propose' : null
  if (UNSURE.test(words)) return null
  if (isYes && (isNo || isNegated)) return null
  if (isYes && BUT.test(words)) return day !== undefined && others.length === 0 ? 'propose' : null
  if (isYes) {
    if (days.every((each) => isWanted(each, asked))) return 'accept'
    return isOtherDay ? 'propose' : null
  }
  return isNo && days.length === 0 && !BUT.test(words) ? 'decline' : null
}

/**
 * Reads yes, no, another day and times out of a few plain words in German, English or French. Ambiguous words, a
 * maybe, a condition or a question give no result: the app must not push lenders into an answer that they did not
 * give.
 */
export function answerInWords(text: string, asked: Asked): AnswerInWords {
  const words = plain(text)
  const days = daysIn(words, asked)
  return {
    answer: answerOf(words, days, asked),
    day: days.length === 1 ? (days[0] ?? null) : null,
    time: timeIn(words),
  }
}
