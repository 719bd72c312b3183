import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { inboundFrom } from '#app/server/testing/replying.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { receiveMail } from '#platform/server/inbound-mail/receiving.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { messages } from '../../tables.ts'

const source = {
  kind: 'imap',
  host: '127.0.0.1',
  port: 1,
  secure: true,
  user: 'u',
  password: 'p',
  folder: 'INBOX',
} as const
const OURS = 'mx.lend.example'
const AWAY = 'I am away until Monday and read my mails then.'

let sink: MailSink
let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  sink = await startMailSink()
  const inbound = { ...inboundFrom(source), authservId: OURS }
  const mailFrom = 'Letterlend <hello@lend.example>'
  test = await createTestApp({ config: { smtpUrl: sink.url, inbound, mailFrom } })
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
const replyToOf = (mail: Awaited<ReturnType<typeof mailsTo>>[number] | undefined): string =>
  mail?.replyTo?.[0]?.address ?? ''

interface Sent {
  from: string
  to: string
  text?: string
  subject?: string
  headers?: string[]
  dmarc?: string
  /** Time since the last mail; by default as long as a person takes. */
  afterMs?: number
  isSenderEmpty?: boolean
}

async function receive(sent: Sent) {
  const { from, to, text = AWAY, subject = 'Re: Ben has written to you', headers = [] } = sent
  const { dmarc = 'pass', afterMs = 10 * MINUTE_MS, isSenderEmpty = false } = sent
  const mail = [
    `Authentication-Results: ${OURS}; dmarc=${dmarc} header.from=example.org`,
    `From: Ada <${from}>`,
    `To: <${to}>`,
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@example.org>`,
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ].join('\r\n')
  const receivedAt = new Date(Date.now() + afterMs)
  const [outcome] = await receiveMail(test.deps, Buffer.from(mail), [to], {
    receivedAt,
    isSenderEmpty,
  })
  return outcome
}

async function asked() {
  const borrower = await loans.newBorrower({ enable_notifications: true })
  const lender = await loans.newLender({ ownerFields: { enable_notifications: true } })
  const transaction = await loans.ask(borrower, lender)
  const to = replyToOf((await mailsTo(lender.owner)).at(-1))
  return { borrower, lender: lender.owner, transaction, to }
}

const rowsOf = ({ id }: Transaction) =>
  orm().select().from(messages).where(eq(messages.transaction_id, id)).orderBy(messages.created_at)
const textsOf = async (transaction: Transaction) =>
  (await rowsOf(transaction)).map(({ text, automatic }) => (automatic ? `[${text}]` : text))
const seenBy = async (user: TestUser, { id }: Transaction) => {
  const { body } = await test.call(listsApi.list, { as: user.token, query: { transaction_id: id } })
  return body[0] as Transaction
}
const newCount = async ({ token }: TestUser) =>
  (await test.call(listsApi.getNumberOfNewTransactions, { as: token })).body
const AUTOMATIC = ['Auto-Submitted: auto-replied']

describe('an automatic reply', () => {
  it('becomes a note for the other side, without an answer, an unread count or a mail', async () => {
    const { borrower, lender, transaction, to } = await asked()
    const before = await seenBy(borrower, transaction)
    const mailsBefore = (await mailsTo(borrower)).length + (await mailsTo(lender)).length
    expect(await receive({ from: lender.email, to, headers: AUTOMATIC })).toBe('automatic')
    const after = await seenBy(borrower, transaction)
    expect(after.messages.at(-1)).toMatchObject({ text: AWAY, automatic: true })
    expect(after).toMatchObject({
      unread: 0,
      has_new_message: false,
      answered: false,
      updated_at: before.updated_at,
    })
    expect(await newCount(borrower)).toEqual({ count: 0 })
    const waiting = await test.call(listsApi.getNumberOfWaitingTransactions, { as: borrower.token })
    expect(waiting.body).toEqual({ count: 0 })
    expect((await mailsTo(borrower)).length + (await mailsTo(lender)).length).toBe(mailsBefore)
    const [row] = await orm().select().from(transactions).where(eq(transactions.id, transaction.id))
    expect(row?.answered_at).toBeNull()
  })

  it('does not mark the mailed messages as seen', async () => {
    const { lender, transaction, to } = await asked()
    await receive({ from: lender.email, to, headers: AUTOMATIC })
    const [request] = await rowsOf(transaction)
    expect(request?.seen_at).toBeNull()
    expect(await newCount(lender)).toEqual({ count: 1 })
  })

  it('is shown once per absence, and the same text never again', async () => {
    const { lender, transaction, to } = await asked()
    const away = { from: lender.email, to, headers: AUTOMATIC }
    await receive(away)
    await receive(away)
    await receive({ ...away, text: 'I am away until Tuesday.' })
    expect(await textsOf(transaction)).toEqual(['May I borrow it?', `[${AWAY}]`])
    test.advance(8 * DAY_MS)
    await receive(away)
    expect(await textsOf(transaction)).toHaveLength(2)
    await receive({ ...away, text: 'I am away again.' })
    expect((await textsOf(transaction)).at(-1)).toBe('[I am away again.]')
    test.advance(-8 * DAY_MS)
  })

  it.each<[string, Partial<Sent>]>([
    ['X-Autoreply', { headers: ['X-Autoreply: yes'] }],
    ['Precedence: auto_reply', { headers: ['Precedence: auto_reply'] }],
    ['a French subject', { subject: '=?utf-8?Q?R=C3=A9ponse_automatique_=3A_Ben?=' }],
    ['a Dutch subject', { subject: 'Automatisch antwoord: Ben' }],
    ['a Dutch word', { subject: 'Afwezig' }],
    ['a Slovenian word', { subject: '=?utf-8?Q?Po=C4=8Ditnice?=' }],
    ['an empty sender on the envelope', { isSenderEmpty: true }],
    ['an empty sender in the mail', { headers: ['Return-Path: <>'] }],
  ])('is recognised by %s and becomes a note', async (_name, sent) => {
    const { lender, transaction, to } = await asked()
    expect(await receive({ from: lender.email, to, ...sent })).toBe('automatic')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?', `[${AWAY}]`])
  })

  it('is recognised by the same text within ten minutes and causes no second mail', async () => {
    const { borrower, lender, transaction, to } = await asked()
    expect(await receive({ from: lender.email, to })).toBe('taken')
    const told = (await mailsTo(borrower)).length
    expect(await receive({ from: lender.email, to })).toBe('automatic')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?', AWAY, `[${AWAY}]`])
    expect(await mailsTo(borrower)).toHaveLength(told)
  })

  it('is dropped if it is a delivery report', async () => {
    const { lender, transaction, to } = await asked()
    const headers = ['X-Failed-Recipients: ben@example.org']
    expect(await receive({ from: lender.email, to, headers })).toBe('dropped')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
  })

  it('is not shown from a stranger, from an unverified sender, or in a closed or held conversation', async () => {
    const { borrower, lender, transaction, to } = await asked()
    const headers = AUTOMATIC
    expect(await receive({ from: borrower.email, to, headers })).toBe('dropped')
    expect(await receive({ from: lender.email, to, headers, dmarc: 'fail' })).toBe('dropped')
    const now = new Date()
    const isThis = eq(transactions.id, transaction.id)
    await orm().update(transactions).set({ closed_at: now }).where(isThis)
    await receive({ from: lender.email, to, headers })
    await orm().update(transactions).set({ closed_at: null, held_at: now }).where(isThis)
    await receive({ from: lender.email, to, headers })
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
  })

  it('carries the warnings of a message and is cut at 800 characters', async () => {
    const { borrower, lender, transaction, to } = await asked()
    const text = `See https://evil.example ${'Away. '.repeat(300)}`
    await receive({ from: lender.email, to, headers: AUTOMATIC, text })
    const note = (await seenBy(borrower, transaction)).messages.at(-1)
    expect(note?.warnings).toEqual(['link'])
    expect(note?.text.length).toBeLessThanOrEqual(800)
    expect(note?.text.endsWith('…')).toBe(true)
  })
})

describe('a reply from a person', () => {
  it.each<[string, string[]]>([
    ['whose family has a group address', ['List-Id: <familie.example>', 'Precedence: list']],
    ['behind the gateway of a company', ['Precedence: bulk', 'Feedback-ID: 1:2:3:gateway']],
    ['with a rule of Exchange', ['X-MS-Exchange-Inbox-Rules-Loop: eva@example.org']],
    ['whose mail can be ended', ['List-Unsubscribe: <mailto:off@example.org>']],
  ])('%s is accepted', async (_name, headers) => {
    const { lender, transaction, to } = await asked()
    expect(await receive({ from: lender.email, to, headers, text: 'Yes.' })).toBe('taken')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?', 'Yes.'])
  })

  it('may say "Yes" twice', async () => {
    const { lender, borrower, transaction, to } = await asked()
    await receive({ from: lender.email, to, text: 'Yes.' })
    const answer = replyToOf((await mailsTo(borrower)).at(-1))
    await receive({ from: borrower.email, to: answer, text: 'At ten?' })
    await receive({ from: lender.email, to, text: 'Yes.' })
    expect(await textsOf(transaction)).toEqual(['May I borrow it?', 'Yes.', 'At ten?', 'Yes.'])
  })

  it('is accepted within seconds and mailed to the other side at once', async () => {
    const { lender, borrower, to } = await asked()
    await receive({ from: lender.email, to, text: 'Yes.', afterMs: 2000 })
    expect((await mailsTo(borrower)).at(-1)?.text).toContain('Yes.')
  })
})

describe('two mail programs that answer each other', () => {
  /** Answers each mail to either side as a mail program does, until no more arrive. */
  async function letThemAnswer(people: TestUser[], sent: (count: number) => Partial<Sent>) {
    let mails = 0
    for (; mails < 50; mails++) {
      await test.deps.mails.drain()
      const mail = sink.received[mails]
      if (!mail) break
      const person = people.find(({ email }) => mail.to.includes(email))
      const to = replyToOf(mail.email)
      if (person && to) await receive({ from: person.email, to, ...sent(mails) })
    }
    return mails
  }

  it('stop after one note each if they mark their mails as automatic', async () => {
    const { borrower, lender, transaction, to } = await asked()
    await receive({ from: lender.email, to, text: 'Who is there?' })
    const headers = AUTOMATIC
    expect(await letThemAnswer([borrower, lender], () => ({ headers }))).toBe(2)
    const texts = await textsOf(transaction)
    expect(texts).toEqual(['May I borrow it?', 'Who is there?', `[${AWAY}]`, `[${AWAY}]`])
  })

  it('stop after a message and a note each if they do not mark their mails', async () => {
    const { borrower, lender, transaction } = await asked()
    const mails = await letThemAnswer([borrower, lender], () => ({ afterMs: 0 }))
    expect(mails).toBeLessThan(6)
    const texts = (await textsOf(transaction)).filter((text) => text.startsWith('['))
    expect(texts.length).toBeLessThanOrEqual(2)
  })

  it('stop after three answers each if every answer differs', async () => {
    const { borrower, lender, transaction } = await asked()
    const words = (count: number) => ({ afterMs: 0, text: `Ticket ${count} was opened for you.` })
    expect(await letThemAnswer([borrower, lender], words)).toBeLessThan(8)
    expect((await textsOf(transaction)).length).toBeLessThanOrEqual(8)
  })
})
