import { find } from 'linkifyjs'

/** A piece of a message: text, or an address that can be followed. */
export interface TextPart {
  text: string
  href?: string
}

/** Letters that are not seen, or turn the reading direction: an address may look like another. */
const UNSEEN = /[\p{Cf}\p{Cc}]/u

/** The address as it can be trusted to read: its host in the letters that are really asked for. */
function linkTo(text: string): Required<TextPart> | null {
  if (!/^https:\/\//i.test(text) || UNSEEN.test(text) || !URL.canParse(text)) return null
  const { host, href, username, password } = new URL(text)
  // `https://bank.example@other.example` leads to the second.
  if (username !== '' || password !== '') return null
  const rest = /^https:\/\/[^/?#]*(.*)$/is.exec(text)?.[1] ?? ''
  return { text: `https://${host}${rest}`, href }
}

/** Splits a message at the https addresses in it, which stay readable to the last letter. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of find(text, 'url')) {
    const link = linkTo(found.value)
    if (!link) continue
    if (found.start > end) parts.push({ text: text.slice(end, found.start) })
    parts.push(link)
    end = found.end
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
