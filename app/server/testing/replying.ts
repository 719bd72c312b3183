import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { messages } from '#features/transactions/tables.ts'
import type { InboundConfig } from '#platform/server/inbound.config.ts'
import { storedKey } from '#platform/server/keys/stored-keys.ts'
import { INBOUND_KEY, replyAddress } from '#platform/server/mail/signed-addresses.ts'
import { loansOf } from './loans.ts'
import type { TestApp } from './test-app.ts'

export const INBOUND_ADDRESS = { local: 'reply', domain: 'lend.example' }

/** How mails are received in a test. */
export const inboundFrom = (source: InboundConfig['source']): InboundConfig => ({
  source,
  address: INBOUND_ADDRESS,
  authservId: undefined,
  bounces: true,
})

/** Somebody who was asked and replies by mail to a running server. */
export async function replierAt(test: TestApp) {
  const loans = loansOf(test)
  const { owner } = await loans.newLender()
  const transaction = await loans.ask(await loans.newBorrower({ enable_notifications: true }), {
    id: '',
    owner,
  })
  const { orm } = test.deps.database
  const ask = { about: transaction.id, person: owner.id }
  const now = test.deps.clock()
  const { current } = await storedKey(orm, INBOUND_KEY, now)
  const to = replyAddress(current, INBOUND_ADDRESS, ask, now)
  return {
    from: owner.email,
    to,
    /** A mail as it is written, each with an id of its own. */
    mail: (text: string, id = randomUUID()) =>
      [
        `From: Ben <${owner.email}>`,
        `To: <${to}>`,
        'Subject: Re: Ada asks',
        `Message-ID: <${id}@example.org>`,
        'Content-Type: text/plain; charset=utf-8',
        '',
        text,
        '',
      ].join('\r\n'),
    /** What was written after the question. */
    async texts(): Promise<string[]> {
      const rows = await orm
        .select()
        .from(messages)
        .where(eq(messages.transaction_id, transaction.id))
        .orderBy(messages.created_at)
      return rows.map((row) => row.text).slice(1)
    },
  }
}
