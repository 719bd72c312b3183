import { withoutLinksTo } from '../mail/own-links.ts'
import { type Correspondents, introductionStart, wordsOf } from './introductions.rules.ts'

/** A mail of ours that a reply may quote. */
export interface SentMail {
  subject: string
  /** Its plain text. */
  text: string
}

/** What is known of the mails that a reply may quote. */
export interface Known extends Correspondents {
  mails: readonly SentMail[]
  /** Host of our links: programs write and break addresses each in their own way, so they are left out of comparisons. */
  host: string
}

/** A line of a reply. */
export interface Line {
  text: string
  /** Without the marks of a quotation. */
  body: string
  isMarked: boolean
  /** Its words without our links, as they are searched in a mail: ` so much `. Empty where it has none. */
  words: string
}

/** In plain text; and what stands for the border of a quotation and of a signature in HTML (reply-text.ts). */
const MARKS = /^(?:[ \t]*[>\ue000])+ ?/
const isBlank = ({ body }: Line) => body.trim() === ''

const asSearched = (words: readonly string[]) => (words.length > 0 ? ` ${words.join(' ')} ` : '')

const searchedWords = (text: string, host: string): string =>
  asSearched(wordsOf(withoutLinksTo(host, text)))

export function readLines(text: string, host: string): Line[] {
  return text.split('\n').map((line) => {
    const plain = line.replaceAll('\ue001', '')
    const body = plain.replace(MARKS, '')
    return { text: line, body, isMarked: body !== plain, words: searchedWords(body, host) }
  })
}

/** Adjacent lines that say, in order and without a gap, what stands in a mail of ours. */
interface Segment {
  /** The lines with words. */
  lines: number[]
  /** Where they stand in the mail. */
  from: number
  to: number
}

/** So much in a row is no coincidence. */
const LEAST_WORDS = 3
const LEAST_LETTERS = 12
/** A mail says the same words at most so often. */
const MOST_PLACES = 20

function nextWritten(lines: readonly Line[], after: number): number {
  let at = after + 1
  while (at < lines.length && lines[at]?.words === '') at++
  return at
}

/** How far the lines from `first` on go on with what the mail says at `from`. */
function segmentAt(lines: readonly Line[], mail: string, first: number, from: number): Segment {
  const { isMarked } = lines[first] as Line
  const segment: Segment = { lines: [], from, to: from }
  let at = first
  while (at < lines.length) {
    const line = lines[at] as Line
    if (!mail.startsWith(line.words, segment.to)) break
    const to = segment.to + line.words.length - 1
    const next = nextWritten(lines, at)
    if (line.isMarked !== isMarked) {
      // A program broke a marked line without a mark on its rest: it stands between two that belong together.
      const below = lines[next]
      if (!isMarked || below?.isMarked !== true || !mail.startsWith(below.words, to)) break
    }
    segment.lines.push(at)
    segment.to = to
    at = next
  }
  return segment
}

const isStrong = ({ from, to }: Segment, mail: string): boolean => {
  const words = mail.slice(from, to).trim()
  return words.replaceAll(' ', '').length >= LEAST_LETTERS && words.split(' ').length >= LEAST_WORDS
}

/** The longest of all that begin at a line. */
function longestAt(lines: readonly Line[], mail: string, first: number): Segment | null {
  const { words } = lines[first] as Line
  let longest: Segment | null = null
  let from = mail.indexOf(words)
  for (let count = 0; from >= 0 && count < MOST_PLACES; count++) {
    const segment = segmentAt(lines, mail, first, from)
    if (!longest || segment.to - segment.from > longest.to - longest.from) longest = segment
    from = mail.indexOf(words, from + 1)
  }
  return longest
}

function segmentsOf(lines: readonly Line[], mail: string, isOpen: (at: number) => boolean) {
  const segments: Segment[] = []
  let at = 0
  while (at < lines.length) {
    const segment = lines[at]?.words && isOpen(at) ? longestAt(lines, mail, at) : null
    if (segment && isStrong(segment, mail)) {
      segments.push(segment)
      at = (segment.lines.at(-1) as number) + 1
    } else at++
  }
  return segments
}

/** Without a word above it, a mail counts as quoted where so much of it is there from its beginning on. */
const LEAST_SHARE = 0.5
const BEGINS_WITHIN = 0.25

/** Those in the order of the mail from `first` on. */
function inOrder(segments: readonly Segment[], first: number): Segment[] {
  const chosen: Segment[] = []
  let to = 0
  for (const segment of segments.slice(first)) {
    if (segment.from < to) continue
    chosen.push(segment)
    to = segment.to
  }
  return chosen
}

/** What is quoted without marks: below an introduction, or the whole mail. */
function unmarkedQuotation(
  segments: readonly Segment[],
  mail: string,
  isIntroduced: (line: number) => boolean,
): Segment[] {
  for (const [first, segment] of segments.entries()) {
    const following = inOrder(segments, first)
    if (isIntroduced(segment.lines[0] as number)) return following
    const share = following.reduce((sum, { from, to }) => sum + to - from, 0) / mail.length
    if (segment.from <= mail.length * BEGINS_WITHIN && share >= LEAST_SHARE) return following
  }
  return []
}

/** What marks the end of a part of a mail, and of a link of ours whose rest fell on a line of its own. */
const RULE = /^\s*[-_=*–—]{3,}\s*$/
const REST_OF_LINK = /^(?=\S*\d|\S*[=&%?/])[\w\-=&%?./]{6,}$/

/** Adds what stands between two lines of a quotation and has no words: blank lines, rules and links of ours. */
function addWordless(lines: readonly Line[], quoted: Set<number>, host: string): void {
  const nearest = (from: number, step: 1 | -1) => {
    let at = from + step
    while (lines[at] && isBlank(lines[at] as Line)) at += step
    return at
  }
  const isEnd = (at: number) => at < 0 || at >= lines.length
  const hasLink = ({ body }: Line) => host !== '' && body.toLowerCase().includes(host)
  // Twice: a rule below a link is between two lines once the link is quoted.
  for (let round = 0; round < 2; round++) {
    for (const [at, line] of lines.entries()) {
      if (quoted.has(at)) continue
      const above = nearest(at, -1)
      const below = nearest(at, 1)
      const isBelow = quoted.has(above)
      const isBetween = isBelow && (quoted.has(below) || isEnd(below))
      const isLink = line.words === '' && hasLink(line)
      const isRest = isBelow && REST_OF_LINK.test(line.body) && hasLink(lines[above] as Line)
      if (isBlank(line) ? line.isMarked && (isBelow || quoted.has(below)) : false) quoted.add(at)
      else if (isRest) quoted.add(at)
      else if (isLink && (isBelow || quoted.has(below))) quoted.add(at)
      else if (RULE.test(line.body) && isBetween) quoted.add(at)
    }
  }
}

/**
 * Which lines of a reply are quoted from mails of ours, with what a program put above them. Only what our mails say is
 * quoted: whatever else stands there was written by the person, whatever it looks like.
 *
 * The words of the lines are searched in the words of each mail. Several in a row count where they have marks (`>`);
 * without marks they count below an introduction, or where most of the mail is there.
 */
export function quotedLines(lines: readonly Line[], known: Known): Set<number> {
  const quoted = new Set<number>()
  const bodies = lines.map(({ body }) => body)
  const isOpen = (at: number) => !quoted.has(at)
  const found = known.mails.map(({ subject, text }) => {
    const mail = searchedWords(text, known.host)
    const segments = segmentsOf(lines, mail, isOpen)
    const letters = segments.reduce((sum, { from, to }) => sum + to - from, 0)
    return { subject, mail, letters }
  })
  for (const { subject, mail } of found.sort((a, b) => b.letters - a.letters)) {
    const isIntroduced = (at: number) => introductionStart(bodies, at, subject, known) !== null
    const segments = segmentsOf(lines, mail, isOpen)
    const isMarked = ({ lines: [first = 0] }: Segment) => lines[first]?.isMarked === true
    const unmarked = segments.filter((segment) => !isMarked(segment))
    const accepted = [
      ...segments.filter(isMarked),
      ...unmarkedQuotation(unmarked, mail, isIntroduced),
    ]
    for (const segment of accepted) for (const at of segment.lines) quoted.add(at)
    for (const { lines: of } of accepted) {
      const first = of[0] as number
      const start = introductionStart(bodies, first, subject, known)
      for (let at = start ?? first; at < first; at++) quoted.add(at)
    }
  }
  if (quoted.size > 0) addWordless(lines, quoted, known.host)
  return quoted
}
