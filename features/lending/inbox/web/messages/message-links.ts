import { find } from 'linkifyjs'

/** A piece of a message: text, or a web address that becomes a link. */
export interface TextPart {
  text: string
  href?: string
}

/**
 * Invisible characters, and those that change the reading direction: they can make one address look like another.
 */
const UNSEEN = /[\p{Cf}\p{Cc}]/u

/**
 * The link for an address, whose text shows the host in the characters that the browser requests; null if the
 * address could deceive.
 */
function linkTo(text: string): Required<TextPart> | null {
  if (!/^https:\/\//i.test(text) || UNSEEN.test(text) || !URL.canParse(text)) return null
  const { host, href, username, password } = new URL(text)
  // `https://bank.example@other.example` leads to other.example, with `bank.example` as a user name.
  if (username !== '' || password !== '') return null
  const afterHost = /^https:\/\/[^/?#]*(.*)$/is.exec(text)?.[1] ?? ''
  return { text: `https://${host}${afterHost}`, href }
}

/** Splits a message at its https addresses, each of which is shown in full. */
export function partsOf(text: string): TextPart[] {
  // Searching for addresses is the slowest part of rendering a message.
  if (!/https:/i.test(text)) return [{ text }]
  const parts: TextPart[] = []
  let end = 0
  for (const match of find(text, 'url')) {
    const link = linkTo(match.value)
    if (!link) continue
    if (match.start > end) parts.push({ text: text.slice(end, match.start) })
    parts.push(link)
    end = match.end
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
