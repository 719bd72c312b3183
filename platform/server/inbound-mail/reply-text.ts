import { convert, type FormatCallback } from 'html-to-text'
import { type Known, type Line, quotedLines, readLines } from './quotations.rules.ts'
import type { ReadMail } from './reading-mail.ts'
import type { ReplyRefusal } from './replies.ts'
import { withoutPgpFrames } from './signed-mail.ts'

/**
 * Extracts what the author wrote in a reply. Removes only quotations of our own mails and the signature of the program
 * or person (docs/decisions/0053-replies-by-mail.md). What is removed is stored as well.
 */

/** Longer replies are rejected, never cut off. These limits bound the time for parsing. */
const MOST_LETTERS = 200_000
const MOST_HTML_LETTERS = 400_000
/** Limit for storing the removed parts. */
const MOST_QUOTED_LETTERS = 12_000

/** Marks a quoted line of HTML and one of a signature; private-use characters, which people do not write. */
const QUOTED = '\ue000'
const SIGNED = '\ue001'

/** Selectors of signatures in HTML mails. */
const SIGNATURES = [
  'div.gmail_signature',
  'div.moz-signature',
  'pre.moz-signature',
  'div.protonmail_signature_block',
  'div#ms-outlook-mobile-signature',
  'div#Signature',
  'div#AppleMailSignature',
]

const paragraph = (lines: number) => ({ leadingLineBreaks: lines, trailingLineBreaks: lines })

const withMark =
  (mark: string): FormatCallback =>
  (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 1 })
    walk(element.children, builder)
    builder.closeBlock({
      trailingLineBreaks: 1,
      blockTransform: (text) =>
        text
          .split('\n')
          .map((line) => mark + line)
          .join('\n'),
    })
  }

const asText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    // Deeper nesting would overflow the stack; such text is quoted many times over.
    limits: { maxDepth: 200 },
    // Select everything: a quoted mail may contain a `body` of its own.
    baseElements: { selectors: [], returnDomByDefault: true },
    formatters: { quoted: withMark(QUOTED), signed: withMark(SIGNED) },
    selectors: [
      { selector: 'blockquote', format: 'quoted' },
      ...SIGNATURES.map((selector) => ({ selector, format: 'signed' })),
      // If a link's text differs from its URL, keep both.
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
      ...['head', 'style', 'script', 'title', 'img'].map((selector) => ({
        selector,
        format: 'skip',
      })),
      { selector: 'p', options: paragraph(2) },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({
        selector: `h${level}`,
        options: { uppercase: false },
      })),
      // Word makes every line a paragraph, including empty ones.
      { selector: 'p.MsoNormal', format: 'paragraph', options: paragraph(1) },
    ],
  })

const PROGRAM =
  '(?:iphone|ipad|ipod|apple watch|(?:samsung )?(?:galaxy|mobile|smartphone)[\\w +-]*|huawei[\\w -]*|xiaomi[\\w -]*|pixel[\\w -]*|android[\\w -]*|blackberry|handy|mobiltelefon|mobile|téléphone|mobile phone|phone|outlook(?: (?:for|für|pour) (?:ios|android|mac|windows))?|gmx[\\w -]*|web\\.de[\\w -]*|gmail|yahoo[\\w -]*|proton ?mail[\\w ,.-]*|bluemail|fairemail|k-9 mail|thunderbird|mail(?: (?:for|für|pour) windows(?: 10)?)?|mail ?app|spark|tutanota|tuta|t-online[\\w -]*|orange[\\w -]*|bluewin[\\w -]*)'
const LINK = '(?:\\s*[<(]?https?://[^\\s>)]+[>)]?)?'
/** Last lines that programs add about themselves; the line must contain nothing else. */
const OF_PROGRAMS = [
  `(?:von|vom) mein(?:e[mr](?:/meiner)?)? ${PROGRAM} (?:gesendet|gesandt)`,
  `(?:gesendet|sent|envoyé|inviato) (?:mit|with|avec|con|von|vom|from|depuis|de|du|via|dal|da)(?: (?:der|dem|the|my|mon|ma|meinem(?:/meiner)?|meiner|mein|la|l['’]application|mio))?(?: (?:appareil|messagerie sécurisée))? ?${PROGRAM}(?: (?:app|mail app))?`,
  `outlook (?:for|für|pour) (?:ios|android)${LINK}(?: (?:beziehen|herunterladen|télécharger))?`,
  `(?:get|holen sie sich|laden sie|obtenir|téléchargez|télécharger) outlook (?:for|für|pour) (?:ios|android)(?: herunter)?`,
  `diese nachricht wurde von meinem [\\w -]{2,40} mit (?:gmx|web\\.de)[\\w -]{0,30} gesendet`,
].map((pattern) => new RegExp(`^${pattern}${LINK}[.!]?$`, 'i'))

const MOST_OF_PROGRAM = 120

const isOfProgram = (line: string) =>
  line.length <= MOST_OF_PROGRAM && OF_PROGRAMS.some((pattern) => pattern.test(line.trim()))

/** The signature separator (RFC 3676) including its trailing space; people also write two plain dashes. */
const SIGNATURE_FROM = /^-- $/
const SIGNATURE = { lines: 10, letters: 600 }

/** A reply, line by line, while deciding what to remove. */
interface Reading {
  lines: Line[]
  leftOut: Set<number>
}

const isWritten = ({ lines, leftOut }: Reading, at: number) =>
  !leftOut.has(at) && lines[at]?.body.trim() !== ''

/** The last lines of the text, and of each part above something removed. */
function lastLines(reading: Reading): number[] {
  const ends: number[] = []
  let isEnd = true
  for (let at = reading.lines.length - 1; at >= 0; at--) {
    if (reading.leftOut.has(at)) isEnd = true
    else if (isWritten(reading, at)) {
      if (isEnd) ends.push(at)
      isEnd = false
    }
  }
  return ends
}

/** Removes lines that programs add about themselves, with the rule above them. */
function leaveOutPrograms(reading: Reading): void {
  const { lines, leftOut } = reading
  for (const end of lastLines(reading)) {
    if (!isOfProgram(lines[end]?.body ?? '')) continue
    leftOut.add(end)
    if (/^\s*-{2,3}\s*$/.test(lines[end - 1]?.body ?? '')) leftOut.add(end - 1)
  }
}

/** The end of the signature that starts at a line; null if the text is too long for a signature. */
function signatureEnd({ lines, leftOut }: Reading, from: number): number | null {
  let end = from + 1
  while (end < lines.length && !leftOut.has(end)) end++
  const block = lines.slice(from + 1, end).map(({ body }) => body)
  const text = block.join('\n').trim()
  const isShort = text.split('\n').length <= SIGNATURE.lines && text.length <= SIGNATURE.letters
  return isShort ? end : null
}

/** Removes the signature, unless there is no other text. */
function leaveOutSignature(reading: Reading): void {
  const { lines, leftOut } = reading
  const signature = new Set<number>()
  for (const [at, { body, text }] of lines.entries()) {
    if (leftOut.has(at)) continue
    if (text.includes(SIGNED)) signature.add(at)
    if (!SIGNATURE_FROM.test(body)) continue
    const end = signatureEnd(reading, at)
    for (let of = at; end !== null && of < end; of++) signature.add(of)
  }
  const isAll = lines.every((_line, at) => signature.has(at) || !isWritten(reading, at))
  if (!isAll) for (const at of signature) leftOut.add(at)
}

/** Invisible characters that fill the preview line in mail lists. Three or more: a single one may join two letters. */
const FILLING = /(?:(?:\u034f|[\u00ad\u200b-\u200f\u2060\ufeff])[ \t]?){3,}/g

/**
 * Secrets in links of our mails, which log in. They are removed wherever a link remains; a program may have broken it.
 */
const SECRETS =
  /([?&](?:amp;)?(?:lt|[a-z_]*token)=|(?:%3F|%26)(?:lt|[a-z_]*token)%3D)(?:[\w-]+(?:=?\n[>\s\ue000]*(?=[\w-]*\d)[\w-]{8,})?|=?\n[>\s\ue000]*[\w-]{8,})/gi

/** The personal part of a reply address: it allows writing in that person's name. */
const OF_ADDRESS = /\+[rb][0-9a-v]{40,46}(?=@)/gi

const asPlain = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(SECRETS, '$1')
    .replace(OF_ADDRESS, '')
    .replace(/[\ue000\ue001]/g, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A reply, split into the author's text and the rest. */
export interface ReplyText {
  /** What the author wrote; may be empty. */
  text: string
  /** The removed parts in order, up to the limit; null: none. */
  quoted: string | null
}

/**
 * Splits a reply.
 * @returns null if it is too long
 */
export function readReply(
  { text, html }: Pick<ReadMail, 'text' | 'html'>,
  known: Known,
): ReplyText | null {
  if (text === null && html !== null && html.length > MOST_HTML_LETTERS) return null
  const whole = withoutPgpFrames(text ?? (html === null ? '' : asText(html)))
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(FILLING, '')
    // Repairs a link whose `&amp;` the program did not escape.
    .replace(/(https?:\/\/[^\s<>"]+)<=/g, '$1&lt=')
  if (whole.length > MOST_LETTERS) return null
  const lines = readLines(whole, known.host)
  const reading = { lines, leftOut: quotedLines(lines, known) }
  leaveOutPrograms(reading)
  leaveOutSignature(reading)
  // A program's line may be above or below a signature.
  leaveOutPrograms(reading)
  const textOf = (isLeftOut: boolean) =>
    asPlain(
      lines.filter((_line, at) => reading.leftOut.has(at) === isLeftOut).map(({ text: of }) => of),
    )
  return { text: textOf(false), quoted: textOf(true).slice(0, MOST_QUOTED_LETTERS) || null }
}

/** Why no text of the author was found. */
export function whyEmpty({
  isCalendarReply,
  files,
  pictures,
}: Pick<ReadMail, 'isCalendarReply' | 'files' | 'pictures'>): ReplyRefusal {
  if (isCalendarReply) return 'calendar'
  return files + pictures > 0 ? 'only_files' : 'empty'
}
