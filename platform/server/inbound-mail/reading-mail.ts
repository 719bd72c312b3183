import { type AddressObject, type Attachment, type ParsedMail, simpleParser } from 'mailparser'
import type { HeaderOf } from './automatic.rules.ts'

/** A mail as it came, read as far as it is needed. */
export interface ReadMail {
  /** Null where it has none. */
  messageId: string | null
  /** In small letters; null where it does not come from exactly one. */
  from: string | null
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

/** @param source the mail as it came, headers and all */
export async function readMail(source: Buffer): Promise<ReadMail> {
  const mail = await simpleParser(source, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    // Else the parts of a report are put into the text.
    keepDeliveryStatus: true,
  })
  const headersOf = readerOf(mail)
  const from = addressesOf(mail.from)
  const delivered = DELIVERED_TO.flatMap(headersOf).flatMap((line) => line.match(ADDRESS) ?? [])
  return {
    messageId: mail.messageId ?? null,
    from: from.length === 1 && headersOf('from').length === 1 ? (from[0] ?? null) : null,
    to: [
      ...delivered.map((each) => each.toLowerCase()),
      ...addressesOf(mail.to),
      ...addressesOf(mail.cc),
    ],
    headersOf,
    // The subject without the encoding of its letters.
    headerOf: (name) => (name === 'subject' ? mail.subject : headersOf(name)[0]),
    text: mail.text?.trim() ? mail.text : null,
    html: mail.html || null,
    files: mail.attachments.filter((each) => !isReport(each) && isFile(each)).length,
    reports: mail.attachments.filter(isReport).map(({ content }) => content.toString('utf8')),
  }
}
