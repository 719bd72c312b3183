import { type AddressObject, type Attachment, type ParsedMail, simpleParser } from 'mailparser'
import type { HeaderOf } from './automatic.rules.ts'
import { hasEncryptedPart, unwrapCms } from './signed-mail.ts'

/** A mail as it came, read as far as it is needed. */
export interface ReadMail {
  /** Null where it has none. */
  messageId: string | null
  /** In small letters; null where it does not come from exactly one. */
  from: string | null
  /** The name beside that address; empty where there is none. */
  fromName: string
  /** All from whom it comes, in small letters. */
  senders: string[]
  /** All to whom it went, as far as its headers say. */
  to: string[]
  /** All headers of a name, the uppermost first. */
  headersOf(name: string): string[]
  headerOf: HeaderOf
  /** What was written as plain text; null where it has HTML alone. */
  text: string | null
  html: string | null
  /** Files that somebody added, without pictures within the text and signatures. */
  files: number
  /** Pictures that belong to its text or to a signature. */
  pictures: number
  /** Some or all of it is encrypted: we have no key. */
  isEncrypted: boolean
  /** It answers an invitation of a calendar (RFC 5546). */
  isCalendarReply: boolean
  /** Parts of a report about a delivery, as text. */
  reports: string[]
}

/** Where servers write to whom a mail went, besides `To` and `Cc`. */
const DELIVERED_TO = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-rcpt-to']
const ADDRESS = /[^\s<>",;:()]+@[^\s<>",;:()]+/g

/** What mail programs add by themselves: no file that anybody misses. */
const ADDED =
  /^(application\/(pgp-|pkcs7-|x-pkcs7-)|message\/|text\/calendar|text\/rfc822-headers|text\/x-vcard|application\/ms-tnef)/

function addressesOf(field: AddressObject | AddressObject[] | undefined): string[] {
  const fields = field === undefined ? [] : [field].flat()
  return fields
    .flatMap(({ value }) => value)
    .flatMap(({ address, group }) => [address, ...(group ?? []).map((each) => each.address)])
    .flatMap((address) => address?.toLowerCase() || [])
}

const isFile = ({ contentType, related, cid, contentDisposition }: Attachment) =>
  !ADDED.test(contentType) && !related && !(cid && contentDisposition === 'inline')

/** `multipart/report`: its parts that programs read. */
const isReport = ({ contentType }: Attachment) => contentType === 'message/delivery-status'

function readerOf({ headerLines }: ParsedMail) {
  return (name: string): string[] =>
    headerLines
      .filter(({ key }) => key === name)
      .map(({ line }) => line.slice(line.indexOf(':') + 1).trim())
}

const isPicture = ({ contentType }: Attachment) => contentType.startsWith('image/')

/** What Outlook and others make of a whole mail that they sign, or encrypt. */
const isCms = ({ contentType, filename }: Attachment) =>
  /^application\/(x-)?pkcs7-mime$/.test(contentType) || filename?.toLowerCase() === 'smime.p7m'

/** PGP/MIME (RFC 3156), and mails that only Microsoft's servers open. */
const isSealed = ({ contentType }: Attachment) =>
  /^application\/(pgp-encrypted|x-microsoft-rpmsg-message)$/.test(contentType)

const isCalendarReply = ({ contentType, content }: Attachment) =>
  contentType === 'text/calendar' && /^METHOD:REPLY\s*$/im.test(content.toString('utf8'))

/** What a mail says, without its headers. */
type Body = Pick<
  ReadMail,
  'text' | 'html' | 'files' | 'pictures' | 'isEncrypted' | 'isCalendarReply'
>

/** Signed mails may be in signed mails: not endlessly. */
const MOST_WRAPPINGS = 3

const parse = (source: Buffer): Promise<ParsedMail> =>
  simpleParser(source, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    // Else the parts of a report are put into the text.
    keepDeliveryStatus: true,
  })

function ownBody({ text = '', html, attachments }: ParsedMail): Body {
  const hasText = text.trim() !== ''
  return {
    text: hasText ? text : null,
    html: html || null,
    files: attachments.filter((each) => !isReport(each) && !isCms(each) && isFile(each)).length,
    pictures: attachments.filter(isPicture).length,
    isEncrypted: attachments.some(isSealed) || hasEncryptedPart(hasText ? text : html || ''),
    isCalendarReply: attachments.some(isCalendarReply),
  }
}

/** What a mail says, with what it wraps: a mail that is signed as a whole is one in a file. */
async function bodyOf(mail: ParsedMail, wrappings = 0): Promise<Body> {
  const own = ownBody(mail)
  const wrapped = mail.attachments.find(isCms)
  if (!wrapped || wrappings === MOST_WRAPPINGS) return own
  const content = unwrapCms(wrapped.content)
  if (content === null) return own
  if (content === 'encrypted') return { ...own, isEncrypted: true }
  const inner = await bodyOf(await parse(content), wrappings + 1)
  const texts = [inner.text, own.text].filter((text) => text !== null)
  return {
    // What stands beside a signed mail was added on the way: where only its HTML says something, that is read.
    text: inner.text === null && inner.html !== null ? null : texts.join('\n\n') || null,
    html: inner.html ?? own.html,
    files: own.files + inner.files,
    pictures: own.pictures + inner.pictures,
    isEncrypted: own.isEncrypted || inner.isEncrypted,
    isCalendarReply: own.isCalendarReply || inner.isCalendarReply,
  }
}

/** @param source the mail as it came, headers and all */
export async function readMail(source: Buffer): Promise<ReadMail> {
  const mail = await parse(source)
  const headersOf = readerOf(mail)
  const from = addressesOf(mail.from)
  const delivered = DELIVERED_TO.flatMap(headersOf).flatMap((line) => line.match(ADDRESS) ?? [])
  return {
    messageId: mail.messageId ?? null,
    from: from.length === 1 && headersOf('from').length === 1 ? (from[0] ?? null) : null,
    fromName: mail.from?.value[0]?.name ?? '',
    senders: from,
    to: [
      ...delivered.map((each) => each.toLowerCase()),
      ...addressesOf(mail.to),
      ...addressesOf(mail.cc),
    ],
    headersOf,
    // The subject without the encoding of its letters.
    headerOf: (name) => (name === 'subject' ? mail.subject : headersOf(name)[0]),
    ...(await bodyOf(mail)),
    reports: mail.attachments.filter(isReport).map(({ content }) => content.toString('utf8')),
  }
}
