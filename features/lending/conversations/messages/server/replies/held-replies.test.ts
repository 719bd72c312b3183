import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { inboundFrom } from '#app/server/testing/replying.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { users } from '#platform/server/identity/tables.ts'
import { receiveMail } from '#platform/server/inbound-mail/receiving.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { messagesApi } from '../../contract.ts'
import { held_replies, messages } from '../../tables.ts'

const OURS = 'mx.lend.example'
/** A domain without a policy, which proves nothing (R9). */
const UNPROVEN = 'spf=softfail smtp.mailfrom=example.org; dkim=none; dmarc=none'

let sink: MailSink
let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  sink = await startMailSink()
  const inbound = { ...inboundFrom({ kind: 'lmtp', path: '/nobody/listens' }), authservId: OURS }
  test = await createTestApp({ config: { smtpUrl: sink.url, inbound } })
  loans = loansOf(test)
})
afterAll(async () => {
  await test.close()
  await sink.close()
})
beforeEach(async () => {
  await test.deps.mails.drain()
  sink.received.length = 0
})

const orm = () => test.deps.database.orm

async function mailsTo({ email }: { email: string }) {
  await test.deps.mails.drain()
  return sink.received.filter(({ to }) => to.includes(email)).map((each) => each.email)
}

async function asked() {
  const borrower = await loans.newBorrower({ enable_notifications: true })
  const { owner: lender } = await loans.newLender({ ownerFields: { enable_notifications: true } })
  const transaction = await loans.ask(borrower, { id: '', owner: lender })
  const to = (await mailsTo(lender)).at(-1)?.replyTo?.[0]?.address ?? ''
  return { borrower, lender, transaction, to }
}

interface Sent {
  from: string
  to: string
  text?: string
  results?: string
}

async function receive({ from, to, text = 'Yes, gladly.', results = UNPROVEN }: Sent) {
  const mail = [
    `Authentication-Results: ${OURS}; ${results}`,
    `From: Eva <${from}>`,
    `To: <${to}>`,
    'Subject: Re: Tom asks',
    `Message-ID: <${randomUUID()}@example.org>`,
    '',
    text,
  ].join('\r\n')
  return (await receiveMail(test.deps, Buffer.from(mail), [to]))[0]
}

const textsOf = async ({ id }: Transaction) =>
  (
    await orm()
      .select()
      .from(messages)
      .where(eq(messages.transaction_id, id))
      .orderBy(messages.created_at)
  ).map(({ text }) => text)
const heldOf = ({ id }: { id: string }) =>
  orm().select().from(held_replies).where(eq(held_replies.user_id, id))

/** The secret in the mail that asks for confirmation. */
async function tokenFor(user: { email: string }) {
  const text = (await mailsTo(user)).at(-1)?.text ?? ''
  return /\/replies\/held\?token=([\w-]+)/.exec(text)?.[1] ?? ''
}
const read = (token: string) => test.call(messagesApi.heldReply, { body: { token } })
const answer = (token: string, said: 'yes' | 'no') =>
  test.call(messagesApi.answerHeldReply, { body: { token, answer: said } })

describe('a reply whose sender could not be checked', () => {
  it.each<[string, string, 'taken' | 'held']>([
    ['R9', UNPROVEN, 'held'],
    ['everything failed, and no policy', 'spf=fail; dkim=fail; dmarc=none', 'held'],
    ['a policy that failed', 'dkim=pass header.d=example.org; dmarc=fail', 'held'],
    ['signed by another', 'dkim=pass header.d=evil.example; dmarc=none', 'held'],
    ['nothing was looked at', 'none', 'held'],
    ['the policy was met', 'dmarc=pass header.from=example.org', 'taken'],
    [
      'signed by the domain without a policy',
      'dkim=pass header.d=example.org; dmarc=none',
      'taken',
    ],
    ['sent by it', 'spf=pass smtp.mailfrom=example.org; dmarc=none', 'taken'],
  ])('with %s (%s) is %s', async (_name, results, outcome) => {
    const { lender, transaction, to } = await asked()
    const from = lender.email
    const domain = from.slice(from.indexOf('@') + 1)
    const sent = { from, to, results: results.replaceAll('example.org', domain) }
    expect(await receive(sent)).toBe(outcome)
    expect(await textsOf(transaction)).toHaveLength(outcome === 'taken' ? 2 : 1)
  })

  it('waits, and a mail with its text asks the person at their own address', async () => {
    const { lender, borrower, transaction, to } = await asked()
    const before = (await mailsTo(borrower)).length
    expect(await receive({ from: lender.email, to })).toBe('held')
    const mail = (await mailsTo(lender)).at(-1)
    expect(mail?.text).toContain('Yes, gladly.')
    expect(mail?.text).toMatch(/Item \d+ · Ada/)
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
    expect(await mailsTo(borrower)).toHaveLength(before)
    const { status, body } = await read(await tokenFor(lender))
    expect(status).toBe(200)
    expect(body).toMatchObject({ text: 'Yes, gladly.', from: lender.email })
  })

  it('becomes a message with its time of arrival once confirmed, and the other side is notified', async () => {
    const { lender, borrower, transaction, to } = await asked()
    await receive({ from: lender.email, to })
    const [held] = await heldOf(lender)
    const token = await tokenFor(lender)
    test.advance(3 * HOUR_MS)
    const answers = await Promise.all([answer(token, 'yes'), answer(token, 'yes')])
    expect(answers.map(({ status }) => status)).toContain(204)
    test.advance(-3 * HOUR_MS)
    const rows = await orm()
      .select()
      .from(messages)
      .where(eq(messages.transaction_id, transaction.id))
    const mine = rows.filter(({ author_id }) => author_id === lender.id)
    expect(mine).toHaveLength(1)
    expect(mine[0]?.created_at).toEqual(held?.written_at)
    expect((await mailsTo(borrower)).at(-1)?.text).toContain('Yes, gladly.')
    // The link has been used.
    expect((await answer(token, 'yes')).status).toBe(422)
    expect((await read(token)).status).toBe(422)
    expect(await heldOf(lender)).toEqual([])
  })

  it('is deleted when the person rejects it', async () => {
    const { lender, transaction, to } = await asked()
    await receive({ from: lender.email, to })
    const token = await tokenFor(lender)
    expect((await answer(token, 'no')).status).toBe(204)
    expect((await answer(token, 'yes')).status).toBe(422)
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
    expect(await heldOf(lender)).toEqual([])
  })

  it('expires after a week', async () => {
    const { lender, transaction, to } = await asked()
    await receive({ from: lender.email, to })
    const token = await tokenFor(lender)
    test.advance(8 * DAY_MS)
    expect((await answer(token, 'yes')).status).toBe(422)
    await cleanUp(test.deps, test.deps.clock())
    test.advance(-8 * DAY_MS)
    expect(await heldOf(lender)).toEqual([])
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
  })

  it('is refused with 409 if the conversation was closed in the meantime', async () => {
    const { lender, transaction, to } = await asked()
    await receive({ from: lender.email, to })
    const token = await tokenFor(lender)
    await orm()
      .update(transactions)
      .set({ closed_at: new Date() })
      .where(eq(transactions.id, transaction.id))
    expect((await answer(token, 'yes')).status).toBe(409)
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
  })

  it('is accepted from another address of the same person once confirmed', async () => {
    const { lender, transaction, to } = await asked()
    expect(await receive({ from: 'eva@work.example', to })).toBe('held')
    expect((await mailsTo(lender)).at(-1)?.text).toContain('eva@work.example')
    await answer(await tokenFor(lender), 'yes')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?', 'Yes, gladly.'])
  })

  it('is held only five times a day, and further replies are refused', async () => {
    const { lender, to } = await asked()
    const outcomes: unknown[] = []
    for (let count = 0; count < 8; count++) {
      outcomes.push(await receive({ from: 'eva@work.example', to, text: `Reply ${count}` }))
    }
    expect(outcomes.filter((each) => each === 'held')).toHaveLength(5)
    expect(outcomes.filter((each) => each === 'refused')).toHaveLength(3)
    expect(await heldOf(lender)).toHaveLength(5)
  })

  it('is part of the data export and is deleted with the account', async () => {
    const { lender, to } = await asked()
    await receive({ from: lender.email, to })
    const download = await test.call(accountsApi.exportData, { as: lender.token })
    expect(JSON.stringify(download.body)).toContain('Yes, gladly.')
    const [held] = await heldOf(lender)
    expect(JSON.stringify(download.body)).not.toContain(held?.token_hash)
    await test.call(accountsApi.remove, { as: lender.token })
    expect(await heldOf(lender)).toEqual([])
  })
})

describe('a notice about a reply', () => {
  it('is not sent to an account without a confirmed address', async () => {
    const { lender, to } = await asked()
    await orm().update(users).set({ email_confirmed_at: null }).where(eq(users.id, lender.id))
    const before = (await mailsTo(lender)).length
    expect(await receive({ from: lender.email, to, results: 'dmarc=pass' })).toBe('dropped')
    expect(await mailsTo(lender)).toHaveLength(before)
  })

  it('returns a verified stranger’s own words once, and nothing of the conversation', async () => {
    const { transaction, to } = await asked()
    const stranger: Pick<TestUser, 'email'> = { email: 'stranger@example.org' }
    const sent = { from: stranger.email, to, text: 'My words', results: 'dmarc=pass' }
    expect(await receive(sent)).toBe('refused')
    expect(await receive(sent)).toBe('refused')
    const told = await mailsTo(stranger)
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('My words')
    expect(told[0]?.text).toContain('further ones of today get no answer')
    expect(told[0]?.text).not.toContain(transaction.id)
    expect(told[0]?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe(
      'auto-generated',
    )
  })

  it('does not name the conversation to an account that does not belong to it', async () => {
    const { to } = await asked()
    const other = await createUser(orm())
    await receive({ from: other.email, to, results: 'dmarc=pass' })
    const text = (await mailsTo(other)).at(-1)?.text ?? ''
    expect(text).toContain('can only be answered by the person who got it')
    expect(text).not.toMatch(/Item \d+/)
  })
})
