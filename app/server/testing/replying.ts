import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import type { InboundConfig } from '#platform/server/inbound-settings.ts'
import { storedKey } from '#platform/server/keys/stored-keys.ts'
import { INBOUND_KEY, replyAddress } from '#platform/server/mail/signed-addresses.ts'
import { loansOf } from './loans.ts'
import type { MailSink } from './mail-sink.ts'
import type { TestApp } from './test-app.ts'

export const INBOUND_ADDRESS = { local: 'reply', domain: 'lend.example' }

/** Configuration for receiving mails in a test. */
export const inboundFrom = (source: InboundConfig['source']): InboundConfig => ({
  source,
  address: INBOUND_ADDRESS,
  authservId: undefined,
  bounces: true,
})

export interface HandedMail {
  from: string
  to: string
  raw: string
}

/** Two people in one conversation with auto-responders, which may or may not identify themselves. */
export async function programsAt(test: TestApp, sink: MailSink) {
  const loans = loansOf(test)
  const borrower = await loans.newBorrower({ enable_notifications: true })
  const { owner } = await loans.newLender({ ownerFields: { enable_notifications: true } })
  const transaction = await loans.ask(borrower, { id: '', owner })
  const { orm } = test.deps.database
  const emails = [borrower.email, owner.email]
  let answered = sink.received.length
  await test.deps.mails.drain()
  return {
    /** Answers every mail to either of them until no more arrive, or it is clear that they never end. */
    async answerAll(headers: string[], handOver: (mail: HandedMail) => Promise<unknown>) {
      let answers = 0
      for (; answered < sink.received.length && answers < 20; answered++) {
        const mail = sink.received[answered]
        const from = emails.find((email) => mail?.to.includes(email))
        const to = mail?.email.replyTo?.[0]?.address
        if (!from || !to) continue
        const raw = [
          `From: Away <${from}>`,
          `To: <${to}>`,
          'Subject: Re: your mail',
          `Message-ID: <${randomUUID()}@example.org>`,
          ...headers,
          'Content-Type: text/plain; charset=utf-8',
          '',
          `${from} is away until Monday, and reads mails then.`,
          '',
        ].join('\r\n')
        await handOver({ from, to, raw })
        answers++
        await test.deps.mails.drain()
      }
      return answers
    },
    /** The messages after the question: by whom, and whether a program wrote them. */
    async notes() {
      const rows = await orm
        .select()
        .from(messages)
        .where(eq(messages.transaction_id, transaction.id))
        .orderBy(messages.created_at)
      return rows
        .slice(1)
        .map(({ author_id, automatic }) => [
          author_id === owner.id ? 'lender' : 'borrower',
          automatic,
        ])
    },
  }
}

/** A person who was asked and replies by mail to a running server. */
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
  const written = async () => {
    const rows = await orm
      .select()
      .from(messages)
      .where(eq(messages.transaction_id, transaction.id))
      .orderBy(messages.created_at)
    return rows.slice(1)
  }
  return {
    from: owner.email,
    to,
    /** A mail with its own Message-ID. */
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
    /** The texts after the question. */
    texts: async (): Promise<string[]> => (await written()).map(({ text }) => text),
    /** The same, and whether a program wrote each. */
    notes: async () => (await written()).map(({ text, automatic }) => [text, automatic]),
  }
}
