import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Given } from '../deps.ts'
import { storedKey } from '../keys/stored-keys.ts'
import type { AnswerableText } from './answerable-mails.ts'
import { type Dkim, readDkim } from './dkim.ts'
import { findDkim } from './dkim-keys.ts'
import type { MailAttachment, QueuedMail } from './mail-queue.ts'
import { mailServer } from './mail-server.ts'
import type { ReadMail } from './mail-template.ts'
import { withoutLinksTo } from './own-links.ts'
import { type RenderDeps, renderMail } from './render-mail.tsx'
import { bounceAddress, INBOUND_KEY, replyAddress } from './signed-addresses.ts'
import { local_mails } from './tables.ts'

export interface Transport {
  /**
   * Rejects if the mail was not accepted. `id` is the same in every attempt.
   * @returns its text, if it can be replied to
   */
  send(mail: QueuedMail, id: string, attachments: MailAttachment[]): Promise<AnswerableText | null>
  close(): void
}

const TIMEOUT_MS = 20_000

/**
 * Headers that mark the mail as automatic (RFC 3834) and suppress automatic replies (Microsoft). If replies are
 * received, the others of a conversation can see absence notes; otherwise such replies are unwanted. Read receipts are
 * never wanted.
 */
function machineHeaders({ reply }: QueuedMail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': reply ? 'DR, RN, NRN' : 'All',
  }
}

function listHeaders({ unsubscribeUrl }: QueuedMail): Record<string, string> {
  if (!unsubscribeUrl) return {}
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

async function waysBack(database: Database, { inbound }: Config, mail: QueuedMail, id: string) {
  const given = mail.replyTo ? { name: '', address: mail.replyTo } : undefined
  if (!inbound) return { replyTo: given }
  const now = new Date()
  const { current: key } = await storedKey(database.orm, INBOUND_KEY, now)
  const { address, bounces } = inbound
  const reply = mail.reply && replyAddress(key, address, mail.reply, now)
  return {
    replyTo: given ?? (reply ? { name: '', address: reply } : undefined),
    // An explicit envelope must contain the recipient; nodemailer then ignores the headers.
    envelope: bounces ? { from: bounceAddress(key, address, id), to: mail.to } : undefined,
  }
}

/** The current signing key, which may have been rotated since the last mail. */
async function signingOf(database: Database, file: Dkim | null): Promise<{ dkim?: Dkim }> {
  if (!file) return {}
  return { dkim: (await findDkim(database.orm, file)).signing }
}

function smtpTransport(
  smtpUrl: string,
  database: Database,
  read: ReadMail,
  deps: RenderDeps,
): Transport {
  const { config } = deps
  // Read at start, so that an unreadable file is noticed before the first mail.
  const dkimFile = readDkim(config)
  const mailer = createTransport({
    ...mailServer({ ...config, smtpUrl }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = new URL(config.publicUrl).hostname
  return {
    async send(mail, id, attachments) {
      const { subject, preview, html, text } = renderMail(mail, read, deps)
      await mailer.sendMail({
        from: config.mailFrom,
        // As an object the address is not parsed, so it cannot add a recipient or header.
        to: { name: '', address: mail.to },
        ...(await waysBack(database, config, mail, id)),
        ...(await signingOf(database, dkimFile)),
        subject,
        html,
        text,
        attachments,
        messageId: `<${id}@${domain}>`,
        headers: { ...machineHeaders(mail), ...listHeaders(mail) },
      })
      if (!mail.reply || !config.inbound) return null
      return { subject, text: withoutLinksTo(domain, `${preview}\n\n${text}`) }
    },
    close: () => mailer.close(),
  }
}

function localTransport(database: Database, read: ReadMail, deps: RenderDeps): Transport {
  return {
    async send(mail, id, attachments) {
      const { subject, html, text } = renderMail(mail, read, deps)
      await database.orm
        .insert(local_mails)
        .values({
          id,
          recipient: mail.to,
          subject,
          html,
          text,
          attachments: attachments.map(({ content, ...file }) => ({
            ...file,
            base64: content.toString('base64'),
          })),
        })
        .onConflictDoNothing()
      return null
    },
    close() {},
  }
}

/** In a public demo: mails are not even kept, since their links and texts belong to strangers. */
const NOWHERE: Transport = { send: async () => null, close() {} }

/** SMTP if configured, otherwise the local mailbox. */
export function createMailTransport(
  config: Config,
  database: Database,
  settings: Given['settings'],
  read: ReadMail,
): Transport {
  if (config.publicDemo) return NOWHERE
  const deps = { config, settings }
  return config.smtpUrl
    ? smtpTransport(config.smtpUrl, database, read, deps)
    : localTransport(database, read, deps)
}
