import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { receiveMail } from '#platform/server/inbound-mail/receiving.ts'
import { received_mails } from '#platform/server/inbound-mail/tables.ts'
import type { InboundConfig } from '#platform/server/inbound-settings.ts'
import { storedKey } from '#platform/server/keys/stored-keys.ts'
import { INBOUND_KEY, REPLY_DAYS, replyAddress } from '#platform/server/mail/signed-addresses.ts'
import {
  mail_outcomes,
  paused_addresses,
  queued_mails,
  refused_addresses,
} from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { messagesApi } from '../../contract.ts'
import { messages } from '../../tables.ts'

const ADDRESS = { local: 'reply', domain: 'lend.example' }
const OURS = 'mx.lend.example'
const inbound: InboundConfig = {
  // No server listens: the test passes mails in directly.
  source: {
    kind: 'imap',
    host: '127.0.0.1',
    port: 1,
    secure: true,
    user: 'u',
    password: 'p',
    folder: 'INBOX',
  },
  address: ADDRESS,
  authservId: OURS,
  bounces: true,
}

let sink: MailSink
let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  sink = await startMailSink()
  const config = { smtpUrl: sink.url, inbound, mailFrom: 'Letterlend <hello@lend.example>' }
  test = await createTestApp({ config })
  loans = loansOf(test)
})
afterAll(async () => {
  await test.close()
  await sink.close()
})
beforeEach(async () => {
  await test.deps.mails.drain()
  sink.received.length = 0
  sink.senders.length = 0
})

const orm = () => test.deps.database.orm

/** The mails sent to a person so far, oldest first. */
async function mailsTo({ email }: { email: string }) {
  await test.deps.mails.drain()
  return sink.received.filter(({ to }) => to.includes(email)).map((each) => each.email)
}
const lastMailTo = async (user: { email: string }) => {
  const mail = (await mailsTo(user)).at(-1)
  if (!mail) throw new Error('Unexpected: no mail')
  return mail
}
const replyToOf = ({ replyTo }: Awaited<ReturnType<typeof lastMailTo>>): string =>
  replyTo?.[0]?.address ?? ''

interface Sent {
  from: string
  to: string
  text?: string
  id?: string
  dmarc?: string
  headers?: string[]
  body?: string
}

function write({
  from,
  to,
  text = 'Yes, gladly.',
  id = randomUUID(),
  dmarc = 'pass',
  headers = [],
  body,
}: Sent) {
  const lines = [
    `Authentication-Results: ${OURS}; dmarc=${dmarc} header.from=example.org`,
    `From: Ada <${from}>`,
    `To: <${to}>`,
    'Subject: Re: Ben has written to you',
    `Message-ID: <${id}@example.org>`,
    ...headers,
    ...(body ? [body] : ['Content-Type: text/plain; charset=utf-8', '', text]),
  ]
  return Buffer.from(lines.join('\r\n'))
}
const receive = async (sent: Sent) => (await receiveMail(test.deps, write(sent), [sent.to]))[0]

const messagesOf = async ({ id }: Transaction) =>
  orm().select().from(messages).where(eq(messages.transaction_id, id)).orderBy(messages.created_at)
const textsOf = async (transaction: Transaction) =>
  (await messagesOf(transaction)).map(({ text }) => text)

/** A borrower asks, and the lender receives the mail about it. */
async function asked() {
  const borrower = await loans.newBorrower({ enable_notifications: true })
  const lender = await loans.newLender({ ownerFields: { enable_notifications: true } })
  const transaction = await loans.ask(borrower, lender)
  const mail = await lastMailTo(lender.owner)
  return { borrower, lender: lender.owner, transaction, mail, to: replyToOf(mail) }
}
const send = (user: TestUser, { id }: Transaction, text: string) =>
  test.call(messagesApi.sendMessage, { as: user.token, body: { transaction_id: id, text } })

describe('a mail about a conversation', () => {
  it('says that one can reply, and has a reply address of the conversation and the person', async () => {
    const { mail, to, transaction, borrower } = await asked()
    expect(to).toMatch(/^reply\+r[0-9a-v]{45}@lend\.example$/)
    expect(mail.text).toContain('simply reply to this e-mail')
    await send({ ...borrower }, transaction, 'Hello?')
  })

  it('has a return address, and has no reply address if it concerns no conversation', async () => {
    const { lender } = await asked()
    const content = { template: 'emailChanged', firstname: 'Ada', newEmail: 'new@example.org' }
    await test.deps.mails.enqueue(orm(), { to: lender.email, lang: 'en', content })
    const mail = await lastMailTo(lender)
    expect(mail.replyTo).toBeUndefined()
    expect(mail.text).not.toContain('simply reply')
    const from = sink.senders.at(-1)
    expect(from).toMatch(/^reply\+b[0-9a-v]{42}@lend\.example$/)
  })
})

describe('a reply', () => {
  it('becomes a message of the person and never a yes', async () => {
    const { lender, borrower, transaction, to } = await asked()
    expect(await receive({ from: lender.email, to })).toBe('taken')
    const [, message] = await messagesOf(transaction)
    expect(message).toMatchObject({
      text: 'Yes, gladly.',
      from_id: lender.id,
      author_id: lender.id,
    })
    const [row] = await orm().select().from(transactions).where(eq(transactions.id, transaction.id))
    expect(row?.status).toBe('requested')
    const told = await lastMailTo(borrower)
    expect(told.text).toContain('Yes, gladly.')
  })

  it('can be answered by another reply, without end', async () => {
    const { lender, borrower, transaction, to } = await asked()
    await receive({ from: lender.email, to, text: 'When?' })
    const answer = replyToOf(await lastMailTo(borrower))
    await receive({ from: borrower.email, to: answer, text: 'On Saturday.' })
    // The lender never opened the page, and is notified all the same.
    const again = await lastMailTo(lender)
    expect(again.text).toContain('On Saturday.')
    await receive({ from: lender.email, to: replyToOf(again), text: 'Good.' })
    expect(await textsOf(transaction)).toEqual([
      'May I borrow it?',
      'When?',
      'On Saturday.',
      'Good.',
    ])
  })

  it('marks only the mailed message as seen, and a mail follows about the next one', async () => {
    const { lender, borrower, transaction, to } = await asked()
    await send(borrower, transaction, 'And a bucket?')
    expect(await mailsTo(lender)).toHaveLength(1)
    await receive({ from: lender.email, to, text: 'Yes' })
    const seen = (await messagesOf(transaction)).map(({ text, seen_at }) => [
      text,
      seen_at !== null,
    ])
    expect(seen.slice(0, 2)).toEqual([
      ['May I borrow it?', true],
      ['And a bucket?', false],
    ])
    expect((await lastMailTo(lender)).text).toContain('And a bucket?')
  })

  it('is accepted once when it arrives several times, also at the same moment', async () => {
    const { lender, transaction, to } = await asked()
    const sent = { from: lender.email, to, id: randomUUID() }
    await Promise.all([receive(sent), receive(sent), receive(sent)])
    await receive({ ...sent, to: to.toUpperCase() })
    expect(await textsOf(transaction)).toEqual(['May I borrow it?', 'Yes, gladly.'])
  })

  it('is not recorded if storing it failed, and is accepted when it comes again', async () => {
    const { lender, transaction, to } = await asked()
    const sent = { from: lender.email, to, id: randomUUID() }
    const failing = {
      ...test.deps,
      mails: { ...test.deps.mails, enqueueAll: () => Promise.reject(new Error('no disk')) },
    }
    await expect(receiveMail(failing as never, write(sent), [to])).rejects.toThrow('no disk')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
    await receive(sent)
    expect(await textsOf(transaction)).toEqual(['May I borrow it?', 'Yes, gladly.'])
  })

  it('drops attached files and says so in the language of its author', async () => {
    const { lender, transaction, to } = await asked()
    const body = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Here it is.',
      '--b',
      'Content-Type: image/jpeg; name=a.jpg',
      'Content-Disposition: attachment; filename=a.jpg',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
      '--b--',
    ].join('\r\n')
    await receive({ from: lender.email, to, body })
    expect((await textsOf(transaction)).at(-1)).toBe(
      'Here it is.\n\n(One file of the e-mail was left out.)',
    )
  })

  it('from a household member is sent in the name of the letterbox', async () => {
    const lender = await loans.newLender()
    const member = await loans.join(lender, { enable_notifications: true })
    const transaction = await loans.ask(await loans.newBorrower(), lender)
    const to = replyToOf(await lastMailTo(member))
    expect(await receive({ from: member.email, to })).toBe('taken')
    const [, message] = await messagesOf(transaction)
    expect(message).toMatchObject({ from_id: lender.owner.id, author_id: member.id })
  })
})

describe('a reply that is not accepted', () => {
  const refusedMail = async (user: { email: string }) => (await lastMailTo(user)).text ?? ''

  it.each<[string, Partial<Sent>, string]>([
    ['empty', { text: '> May I borrow it?' }, 'We found no text'],
    ['too long', { text: 'x'.repeat(801) }, 'It is too long'],
  ])('returns to its author with the reason if it is %s', async (_name, sent, why) => {
    const { lender, transaction, to } = await asked()
    expect(await receive({ from: lender.email, to, ...sent })).toBe('refused')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
    const text = await refusedMail(lender)
    expect(text).toContain(why)
    expect(text).toContain(`transaction_id=${transaction.id}`)
    expect(text).toContain('It was about')
    expect(text).toMatch(/Item \d+ · Ada/)
    if (sent.text?.startsWith('x')) expect(text).toContain('xxxxxxxx')
  })

  it('is held if only another server vouches for its sender', async () => {
    const { lender, transaction, to } = await asked()
    const mail = write({ from: lender.email, to }).toString().replace(OURS, 'mx.evil.example')
    expect(await receiveMail(test.deps, Buffer.from(mail), [to])).toEqual(['held'])
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
  })

  it('from a verified stranger is refused with one notice that reveals nothing of the conversation', async () => {
    const { transaction, to } = await asked()
    const stranger = { email: 'passed-on@example.org' }
    expect(await receive({ from: stranger.email, to })).toBe('refused')
    expect(await receive({ from: stranger.email, to })).toBe('refused')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
    const told = await mailsTo(stranger)
    expect(told).toHaveLength(1)
    expect(told[0]?.text).not.toContain(transaction.id)
    expect(told[0]?.text).not.toContain('May I borrow it?')
    expect(told[0]?.text).not.toContain('Ada')
  })

  it('from an unverified stranger is reported only to the person of the reply address', async () => {
    const { to, lender } = await asked()
    const stranger = { email: 'forged@example.org' }
    expect(await receive({ from: stranger.email, to, dmarc: 'fail' })).toBe('held')
    expect(await mailsTo(stranger)).toEqual([])
    expect((await lastMailTo(lender)).text).toContain('forged@example.org')
  })

  it('from the other side to a foreign reply address is refused with a notice', async () => {
    const { borrower, transaction, to } = await asked()
    expect(await receive({ from: borrower.email, to })).toBe('refused')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
    const text = await refusedMail(borrower)
    expect(text).toContain('can only be answered by the person who got it')
    expect(text).toContain('Yes, gladly.')
    expect(text).toContain(`transaction_id=${transaction.id}`)
  })

  it('to an unknown reply address leads to a notice for an account, not for an unverified stranger', async () => {
    const { lender, to } = await asked()
    const forged = to.replace(/.@/, (last) => (last === '0@' ? '1@' : '0@'))
    expect(await receive({ from: lender.email, to: forged, text: 'Lost words' })).toBe('refused')
    const told = await refusedMail(lender)
    expect(told).toContain('is not there any more')
    expect(told).toContain('Lost words')
    const stranger = { email: 'nobody@example.org' }
    const unproven = { from: stranger.email, to: forged, dmarc: 'fail' }
    expect(await receive(unproven)).toBe('dropped')
    expect(await mailsTo(stranger)).toEqual([])
    expect(await receive({ from: lender.email, to: 'reply+r1@lend.example' })).toBeNull()
  })

  it('with two senders leads to a notice only if an account is one of them', async () => {
    const { lender, transaction, to } = await asked()
    expect(await receive({ from: `${lender.email}>, <x@example.org`, to })).toBe('refused')
    expect(await refusedMail(lender)).toContain('It names several senders')
    expect(await receive({ from: 'y@example.org>, <x@example.org', to })).toBe('dropped')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
  })

  it('is refused after a block and from a suspended account', async () => {
    const { lender, borrower, transaction, to } = await asked()
    await orm().update(users).set({ suspended_at: new Date() }).where(eq(users.id, lender.id))
    expect(await receive({ from: lender.email, to })).toBe('refused')
    await orm().update(users).set({ suspended_at: null }).where(eq(users.id, lender.id))
    const body = { user_id: lender.id }
    expect((await test.call(blocksApi.block, { as: borrower.token, body })).status).toBeLessThan(
      300,
    )
    expect(await receive({ from: lender.email, to })).toBe('refused')
    expect(await refusedMail(lender)).toContain('Nothing more can be written')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
  })

  it('is refused after its reply address has expired', async () => {
    const { lender, transaction, to } = await asked()
    const later = { ...test.deps, clock: () => new Date(Date.now() + (REPLY_DAYS + 1) * DAY_MS) }
    expect(await receiveMail(later, write({ from: lender.email, to }), [to])).toEqual(['refused'])
    expect(await refusedMail(lender)).toContain('is too old to accept replies')
    expect(await textsOf(transaction)).toEqual(['May I borrow it?'])
  })

  it('is refused beyond the message limits, with five notices a day and one mail for the rest', async () => {
    const { lender, transaction, to } = await asked()
    await orm().update(users).set({ created_at: new Date() }).where(eq(users.id, lender.id))
    const outcomes: (string | null | undefined)[] = []
    for (
      let count = 0;
      count < 60 && outcomes.filter((each) => each === 'refused').length < 8;
      count++
    ) {
      outcomes.push(await receive({ from: lender.email, to, text: `Message ${count}` }))
    }
    expect(outcomes).toContain('taken')
    expect((await textsOf(transaction)).length).toBe(
      1 + outcomes.filter((each) => each === 'taken').length,
    )
    const told = (await mailsTo(lender)).filter(({ text }) => text?.includes('many messages'))
    expect(told).toHaveLength(5)
    // The others wait for one mail a day later, which quotes them.
    const waiting = await orm().select().from(queued_mails)
    const gathered = waiting.filter(({ recipient }) => recipient === lender.email)
    expect(gathered).toHaveLength(1)
    expect(gathered[0]?.due_at.getTime()).toBeGreaterThan(Date.now() + DAY_MS / 2)
    const said = JSON.stringify(gathered[0]?.mail)
    expect(said.match(/"reason":"limit"/g)).toHaveLength(3)
    expect(said.match(/"text":"Message \d+"/g)).toHaveLength(3)
  })

  it('is held for a moderator in a held conversation', async () => {
    const { borrower, transaction, mail } = await asked()
    expect(mail).toBeDefined()
    const held = new Date()
    await orm()
      .update(transactions)
      .set({ held_at: held })
      .where(eq(transactions.id, transaction.id))
    const { current: key } = await storedKey(orm(), INBOUND_KEY, held)
    const to = replyAddress(key, ADDRESS, { about: transaction.id, person: borrower.id }, held)
    expect(await receive({ from: borrower.email, to, text: 'Still there?' })).toBe('taken')
    expect((await messagesOf(transaction)).at(-1)?.held_at).not.toBeNull()
  })
})

describe('a bounced mail', () => {
  const bounce = (to: string, status: string, id = randomUUID()) =>
    Buffer.from(
      [
        'Return-Path: <>',
        'From: MAILER-DAEMON@mx.example',
        `To: <${to}>`,
        `Message-ID: <${id}@mx>`,
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'Sorry.',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example',
        '',
        'Final-Recipient: rfc822; a@example.org',
        `Action: ${status.startsWith('4') ? 'delayed' : 'failed'}`,
        `Status: ${status}`,
        '--b--',
      ].join('\r\n'),
    )
  const isMarked = async ({ email }: { email: string }) =>
    (await orm().select().from(refused_addresses).where(eq(refused_addresses.address, email)))
      .length > 0

  it.each([
    ['5.1.1', true],
    ['5.2.2', false],
    ['5.7.1', false],
    ['4.4.1', false],
  ])('with status %s marks the address: %s', async (status, marked) => {
    const { lender } = await asked()
    const to = sink.senderTo(lender.email)
    await receiveMail(test.deps, bounce(to, status), [to])
    expect(await isMarked(lender)).toBe(marked)
    const outcomes = await orm()
      .select()
      .from(mail_outcomes)
      .where(eq(mail_outcomes.address, lender.email))
    const [code] = outcomes.map((each) => each.code)
    expect(code).toBe(status.startsWith('4') ? null : status)
  })

  it('with status 5.2.1 pauses the address, and a reply from it ends pause and mark', async () => {
    const { lender, to } = await asked()
    const pauses = () =>
      orm().select().from(paused_addresses).where(eq(paused_addresses.address, lender.email))
    const from = sink.senderTo(lender.email)
    await receiveMail(test.deps, bounce(from, '5.2.1'), [from])
    expect(await pauses()).toHaveLength(1)
    await orm().insert(refused_addresses).values({ address: lender.email, code: '5.1.1' })
    expect(await receive({ from: lender.email, to })).toBe('taken')
    expect(await pauses()).toEqual([])
    expect(await isMarked(lender)).toBe(false)
  })

  it('marks no address if it was sent to a forged or a reply address', async () => {
    const { lender, to } = await asked()
    const real = sink.senderTo(lender.email)
    const forged = real.replace(/.@/, (last) => (last === '0@' ? '1@' : '0@'))
    expect(await receiveMail(test.deps, bounce(forged, '5.1.1'), [forged])).toEqual([null])
    expect(await receiveMail(test.deps, bounce(to, '5.1.1'), [to])).toEqual(['dropped'])
    expect(await isMarked(lender)).toBe(false)
  })

  it('is rejected while its mail is being sent, and accepted later', async () => {
    const { lender } = await asked()
    const to = sink.senderTo(lender.email)
    const [row] = await orm()
      .select()
      .from(mail_outcomes)
      .where(eq(mail_outcomes.address, lender.email))
    const waiting = { id: row?.id, recipient: lender.email, mail: {} }
    await orm().insert(queued_mails).values(waiting)
    await expect(receiveMail(test.deps, bounce(to, '5.1.1'), [to])).rejects.toThrow('being sent')
    await orm()
      .delete(queued_mails)
      .where(eq(queued_mails.id, row?.id ?? ''))
    expect(await receiveMail(test.deps, bounce(to, '5.1.1'), [to])).toEqual(['bounce'])
  })

  it('leaves, like every received mail, a record without addresses that is deleted later', async () => {
    const rows = JSON.stringify(await orm().select().from(received_mails))
    expect(rows).not.toContain('@')
    test.advance(2 * REPLY_DAYS * DAY_MS)
    await cleanUp(test.deps, test.deps.clock())
    expect(await orm().select().from(received_mails)).toEqual([])
  })
})
