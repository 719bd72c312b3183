import EmailReplyParser from 'email-reply-parser'
import { convert } from 'html-to-text'
import type { ReadMail } from './reading-mail.ts'

/**
 * What somebody wrote in a reply. The library `email-reply-parser` knows quotes and signatures of many mail programs; what
 * stands here besides is what the fixtures showed it to miss (docs/decisions/0053-replies-by-mail.md has the figures).
 */

/** Nobody writes more by hand; what comes after it is quoted. It bounds the time that the patterns take. */
const READ_LETTERS = 12_000
const READ_HTML_LETTERS = 400_000

/** Where mail programs put what they quote, and the signatures that they add. */
const NOT_WRITTEN = [
  'blockquote',
  'div.gmail_quote',
  'div.gmail_signature',
  'div.gmail_attr',
  'div.moz-cite-prefix',
  'div.moz-signature',
  'pre.moz-signature',
  'div.protonmail_quote',
  'div.protonmail_signature_block',
  'div.yahoo_quoted',
  'div#ms-outlook-mobile-signature',
  'div#Signature',
  'div#AppleMailSignature',
  'div[name=quote]',
]

/** Where what is quoted begins and nothing closes it: what follows is no part of it by the markup. */
const QUOTED_FROM =
  /<div[^>]+(?:id="?(?:appendonsend|divRplyFwdMsg|mail-editor-reference-message-container)\b|border-top:\s*solid #(?:E1E1E1|B5C4DF) 1\.0pt)|<hr[^>]+id="?stopSpelling/i

function written(html: string): string {
  const whole = html.slice(0, READ_HTML_LETTERS)
  const end = whole.search(QUOTED_FROM)
  return end < 0 ? whole : whole.slice(0, end)
}

const paragraph = (lines: number) => ({ leadingLineBreaks: lines, trailingLineBreaks: lines })

const asText = (html: string): string =>
  convert(written(html), {
    wordwrap: false,
    // Deeper ones would end the process; what is nested so deep is quoted many times.
    limits: { maxDepth: 200 },
    selectors: [
      ...NOT_WRITTEN.map((selector) => ({ selector, format: 'skip' })),
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'p', options: paragraph(2) },
      // Word makes a paragraph of each line, also of an empty one.
      { selector: 'p.MsoNormal', format: 'paragraph', options: paragraph(1) },
    ],
  })

/** One of the lines by which mail programs say whose mail follows; never alone. */
const OF_HEADERS =
  /^[>*\s]*(von|gesendet|datum|an|cc|kopie|betreff|from|sent|date|to|subject|de|envoyé|à|a|copie à|objet)\s?\*?\s?:/i
/** Three of them at least begin what is quoted: a letter may have a line that looks like one. */
const LEAST_HEADERS = 3
/** What stands above them and belongs to them. */
const RULE = /^\s*([-_*]{2,}.*|\s*)$/

/** Text up to a block of headers (Outlook, GMX, Samsung, T-Online, Bluewin ...), which nothing ends. */
function beforeHeaders(lines: string[]): string[] {
  for (let first = 0; first < lines.length; first++) {
    let next = first
    while (next < lines.length && OF_HEADERS.test(lines[next] ?? '')) next++
    if (next - first < LEAST_HEADERS) continue
    let end = first
    while (end > 0 && RULE.test(lines[end - 1] ?? '')) end--
    return lines.slice(0, end)
  }
  return lines
}

const YEAR_OR_TIME = /\b20\d\d\b|\d{1,2}[:.]\d{2}/
const SAYS = /schrieb|geschrieben|wrote|écrit/i
/** Lines over which a long one is broken. */
const MOST_LINES = 3

/** How many lines from here say who wrote the mail that follows; 0: they do not. */
function introductionAt(lines: string[], first: number): number {
  if (/^\s*(>|$)/.test(lines[first] ?? '')) return 0
  for (let count = 1; count <= MOST_LINES; count++) {
    const last = lines[first + count - 1]?.trim() ?? ''
    if (last === '') return 0
    if (!last.endsWith(':')) continue
    const whole = lines.slice(first, first + count).join(' ')
    const named = /<\s*[^\s<>]+@[^\s<>]+\s*>/.test(whole)
    return YEAR_OR_TIME.test(whole) && (named || SAYS.test(whole)) ? count : 0
  }
  return 0
}

/**
 * Without the line that says who wrote what is quoted, in whatever words. Where the quotation has marks (`>`), what comes
 * below it may be the answer; where it has none, all of the rest is quoted.
 */
function withoutIntroduction(lines: string[]): string[] {
  for (let first = 0; first < lines.length; first++) {
    const count = introductionAt(lines, first)
    if (count === 0) continue
    const rest = lines.slice(first + count)
    const next = rest.find((line) => line.trim() !== '')
    return next?.trimStart().startsWith('>')
      ? [...lines.slice(0, first), ...rest]
      : lines.slice(0, first)
  }
  return lines
}

/** Last lines that mail programs add about themselves. */
const OF_PROGRAMS =
  /^(outlook für (ios|android)\b.*|holen sie sich outlook für .*|obtenir outlook pour .*|(sent|gesendet|envoyé) (with|mit|avec|von|from|via|depuis) .{2,60}|diese nachricht wurde von meinem .*)$/i

function withoutLinesOfPrograms(text: string): string {
  const lines = text.trim().split('\n')
  while (lines.length > 1 && OF_PROGRAMS.test(lines.at(-1)?.trim() ?? '')) {
    lines.pop()
    while (lines.at(-1)?.trim() === '') lines.pop()
  }
  return lines.join('\n')
}

/** Links of our mails log in: wherever one is left of a quotation, its secret is not. */
const SECRETS = /([?&](?:amp;)?(?:lt|token)=)[\w-]+/gi

/** What somebody wrote: without what they quote, and without the signature. Empty where that is nothing. */
export function replyText({ text, html }: Pick<ReadMail, 'text' | 'html'>): string {
  const whole = text ?? (html === null ? '' : asText(html))
  const lines = whole
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .slice(0, READ_LETTERS)
    .split('\n')
  const unquoted = withoutIntroduction(beforeHeaders(lines)).join('\n')
  const visible = new EmailReplyParser().read(unquoted).getVisibleText()
  return withoutLinesOfPrograms(visible)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(SECRETS, '$1')
    .trim()
}
