import { withoutLinksTo } from '../mail/own-links.ts'
import { type Correspondents, introductionStart, wordsOf } from './introductions.rules.ts'

/** One of our mails that a reply may quote. */
export interface SentMail {
  subject: string
  text: string
}

/** Context for finding quotations in a reply. */
export interface Known extends Correspondents {
  mails: readonly SentMail[]
  /** Host of our links. Programs rewrite and break URLs in different ways, so links are left out of comparisons. */
  host: string
}

export interface Line {
  text: string
  /** The text without `>` marks. */
  body: string
  isMarked: boolean
  /** Its words without our links, with a space at both ends for searching: ` so much `. Empty if it has none. */
  words: string
}

/** `>` in plain text; the other character marks a quotation or signature in HTML (reply-text.ts). */
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

/** Adjacent lines that repeat a passage of our mail in order and without a gap. */
interface Segment {
  /** Indices of the lines with words. */
  lines: number[]
  /** Position of the passage in the mail. */
  from: number
  to: number
}

/** Shorter matches may be coincidence. */
const LEAST_WORDS = 3
const LEAST_LETTERS = 12
/** Maximum number of positions to try: our mails do not repeat words more often. */
const MOST_PLACES = 20

function nextWritten(lines: readonly Line[], after: number): number {
  let at = after + 1
  while (at < lines.length && lines[at]?.words === '') at++
  return at
}

/** The longest match that starts with line `first` at position `from` of the mail. */
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
      // A program broke a marked line and did not mark the rest, which stands between two marked lines.
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

/** The longest match that starts at a line. */
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

/** Without an introduction, a mail counts as quoted if this share of it is present, starting near its beginning. */
const LEAST_SHARE = 0.5
const BEGINS_WITHIN = 0.25

/** Chooses matches in the order of the mail, starting with `first`. */
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

/** The unmarked quotation: below an introduction, or the whole mail. */
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

/** A separator between parts of a mail, and the rest of a link of ours that was broken into two lines. */
const RULE = /^\s*[-_=*–—]{3,}\s*$/
const REST_OF_LINK = /^(?=\S*\d|\S*[=&%?/])[\w\-=&%?./]{6,}$/

/** Adds lines without words between two quoted lines: blank lines, rules and our links. */
function addWordless(lines: readonly Line[], quoted: Set<number>, host: string): void {
  const nearest = (from: number, step: 1 | -1) => {
    let at = from + step
    while (lines[at] && isBlank(lines[at] as Line)) at += step
    return at
  }
  const isEnd = (at: number) => at < 0 || at >= lines.length
  const hasLink = ({ body }: Line) => host !== '' && body.toLowerCase().includes(host)
  // Twice: a rule below a link is only between two quoted lines once the link counts as quoted.
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
 * Finds the lines of a reply that quote our mails, with the program's lines above them. Only passages of our mails
 * count as quoted; everything else was written by the person, whatever it looks like.
 *
 * The words of the lines are searched in each mail. Several matching lines in a row count if they are marked (`>`).
 * Unmarked ones count below an introduction, or if most of the mail is present.
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
