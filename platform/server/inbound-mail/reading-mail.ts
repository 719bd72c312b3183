import { type AddressObject, type Attachment, type ParsedMail, simpleParser } from 'mailparser'
import type { HeaderOf } from './automatic.rules.ts'
import { hasEncryptedPart, unwrapCms } from './signed-mail.ts'

/** The parts of a mail that we need. */
export interface ReadMail {
  /** Null if the mail has none. */
  messageId: string | null
  /** In lower case; null unless the mail has exactly one sender. */
  from: string | null
  /** The display name of that address; may be empty. */
  fromName: string
  /** All senders, in lower case. */
  senders: string[]
  /** All recipients in its headers. */
  to: string[]
  /** All headers of a name, topmost first. */
  headersOf(name: string): string[]
  headerOf: HeaderOf
  /** The plain text part; null if the mail has only HTML. */
  text: string | null
  html: string | null
  /** Number of attachments, without inline pictures and signatures. */
  files: number
  /** Number of inline pictures and pictures of signatures. */
  pictures: number
  /** Part or all of it is encrypted; we have no key. */
  isEncrypted: boolean
  /** It answers a calendar invitation (RFC 5546). */
  isCalendarReply: boolean
  /** Parts of a delivery report, as text. */
  reports: string[]
}

/** Headers in which servers record the recipient, besides `To` and `Cc`. */
const DELIVERED_TO = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-rcpt-to']
const ADDRESS = /[^\s<>",;:()]+@[^\s<>",;:()]+/g

/** Parts that mail programs add by themselves; they do not count as attachments. */
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

/** The machine-readable parts of a `multipart/report`. */
const isReport = ({ contentType }: Attachment) => contentType === 'message/delivery-status'

function readerOf({ headerLines }: ParsedMail) {
  return (name: string): string[] =>
    headerLines
      .filter(({ key }) => key === name)
      .map(({ line }) => line.slice(line.indexOf(':') + 1).trim())
}

const isPicture = ({ contentType }: Attachment) => contentType.startsWith('image/')

/** The form in which Outlook and others sign or encrypt a whole mail. */
const isCms = ({ contentType, filename }: Attachment) =>
  /^application\/(x-)?pkcs7-mime$/.test(contentType) || filename?.toLowerCase() === 'smime.p7m'

/** PGP/MIME (RFC 3156), and mails that only Microsoft's servers can open. */
const isSealed = ({ contentType }: Attachment) =>
  /^application\/(pgp-encrypted|x-microsoft-rpmsg-message)$/.test(contentType)

const isCalendarReply = ({ contentType, content }: Attachment) =>
  contentType === 'text/calendar' && /^METHOD:REPLY\s*$/im.test(content.toString('utf8'))

/** The content of a mail, without headers. */
type Body = Pick<
  ReadMail,
  'text' | 'html' | 'files' | 'pictures' | 'isEncrypted' | 'isCalendarReply'
>

/** Signed mails can be nested; limits the depth. */
const MOST_WRAPPINGS = 3

const parse = (source: Buffer): Promise<ParsedMail> =>
  simpleParser(source, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    // Otherwise the parser adds the report to the text.
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

/** The content of a mail, including wrapped mails: a mail that is signed as a whole is a mail in an attachment. */
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
    // Text outside of the signed mail was added on the way: do not let it replace signed HTML.
    text: inner.text === null && inner.html !== null ? null : texts.join('\n\n') || null,
    html: inner.html ?? own.html,
    files: own.files + inner.files,
    pictures: own.pictures + inner.pictures,
    isEncrypted: own.isEncrypted || inner.isEncrypted,
    isCalendarReply: own.isCalendarReply || inner.isCalendarReply,
  }
}

/** @param source the raw mail with headers */
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
    // The decoded subject.
    headerOf: (name) => (name === 'subject' ? mail.subject : headersOf(name)[0]),
    ...(await bodyOf(mail)),
    reports: mail.attachments.filter(isReport).map(({ content }) => content.toString('utf8')),
  }
}
