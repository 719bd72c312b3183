import { type MailRefusal, refusalOf } from '../mail/mail-refusal.rules.ts'
import type { ReadMail } from './reading-mail.ts'

/** The fields of one recipient in a report (RFC 3464). */
type Fields = ReadonlyMap<string, string>

/** A report consists of groups of fields separated by blank lines: one for the mail, then one per recipient. */
function groupsOf(report: string): Fields[] {
  return report
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map((group) => {
      const fields = group.split('\n').flatMap((line): [string, string][] => {
        const colon = line.indexOf(':')
        return colon > 0
          ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]]
          : []
      })
      return new Map(fields)
    })
}

const ENHANCED = /(?:^|[\s#(])(5\.\d{1,3}\.\d{1,3})(?=[\s,;:)]|$)/
const REPLY = /(?:^|[\s;])(5\d\d)(?=[\s-]|$)/

/**
 * The most specific code: if the reporting server gives only a general one (5.0.0), use the last server's code from the
 * diagnostic text.
 */
function codesOf(fields: Fields): { enhanced: string | undefined; reply: number } {
  const diagnostic = fields.get('diagnostic-code') ?? ''
  const [status = ''] = /5\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? []
  const said = ENHANCED.exec(diagnostic)?.[1]
  const isGeneral = status === '' || status === '5.0.0'
  return {
    enhanced: isGeneral ? said : status,
    reply: Number(REPLY.exec(diagnostic)?.[1] ?? 0),
  }
}

/** Whether the server rejected the recipient or the mail is only in the text for humans. */
const AFTER_RECIPIENT = /\bRCPT TO\b/i

/**
 * Reads a permanent delivery failure. Null for everything else: delays, successful deliveries and temporary failures
 * (4.x.x).
 */
export function readDeliveryStatus({
  reports,
  text,
}: Pick<ReadMail, 'reports' | 'text'>): MailRefusal | null {
  for (const fields of reports.flatMap(groupsOf)) {
    if (fields.get('action')?.toLowerCase() !== 'failed') continue
    if (/^\s*4\./.test(fields.get('status') ?? '')) continue
    const { enhanced, reply } = codesOf(fields)
    const words = `${fields.get('diagnostic-code') ?? ''} ${text ?? ''}`
    return refusalOf({ enhanced, reply, toRecipient: AFTER_RECIPIENT.test(words) })
  }
  return null
}
