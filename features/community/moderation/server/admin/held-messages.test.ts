import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { heldMessagesApi as held } from '../../contract.admin.ts'

const LADDER = 1
const TEXT = 'Hallo, darf ich deine Leiter ausleihen?'
const REASON = 'Please write to neighbours about lending alone.'
const SCAM = 'Ich schicke dir einen Kurier mit Geld per Western Union'

let test: TestApp
let moderator: TestUser
beforeAll(async () => {
  test = await createTestApp({ config: { adminEmail: 'office@example.org' } })
})
afterAll(() => test.close())
beforeEach(async () => {
  moderator = await createUser(orm(), { role_id: 2 })
})
afterEach(async () => {
  const { body } = await waiting()
  await decide('discard', ...body.rows.map(({ id }) => id))
})

const orm = () => test.deps.database.orm
const newBorrower = (fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(orm(), { enable_messaging: true, ...fields })
const newLender = async () =>
  (await createLetterbox(orm(), { items: [LADDER], ownerFields: { enable_messaging: true } })).owner

async function ask(borrower: TestUser, lender: TestUser, text = TEXT): Promise<Transaction> {
  const body = { renter_id: lender.id, item_id: LADDER, text }
  const answer = await test.call(requestsApi.create, { as: borrower.token, body })
  expect(answer.status).toBe(201)
  return answer.body
}
const write = (by: TestUser, { id }: Transaction, text: string) =>
  test.call(messagesApi.sendMessage, { as: by.token, body: { transaction_id: id, text } })
const list = async (user: TestUser) => (await test.call(listsApi.list, { as: user.token })).body
const waiting = (as = moderator) => test.call(held.list, { as: as.token, query: { size: '100' } })
async function decide(what: 'release' | 'discard', ...ids: string[]) {
  if (ids.length === 0) return null
  return what === 'release'
    ? test.call(held.release, { as: moderator.token, body: { ids } })
    : test.call(held.discard, { as: moderator.token, body: { ids, reason: REASON } })
}
const mailsTo = async ({ email }: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)

/** Sends one text to as many letterboxes as allowed. */
async function askFive(borrower: TestUser, text = TEXT) {
  for (let n = 0; n < 5; n++) await ask(borrower, await newLender(), text)
}

describe('a first message', () => {
  it('has warnings in the inbox and the mail until the receiver has answered', async () => {
    const [borrower, lender] = [await newBorrower(), await newLender()]
    const request = await ask(borrower, lender, 'See https://evil.example.com or pay by IBAN')
    expect(request.messages[0]?.warnings).toEqual(['link', 'money'])
    expect((await list(lender))[0]?.messages[0]?.warnings).toEqual(['link', 'money'])
    const [mail] = await mailsTo(lender)
    expect(mail?.text).toContain('See https[:]//evil[.]example[.]com')
    expect(mail?.text).toContain('a link or an e-mail address and something about money')
    expect(mail?.html).not.toContain('evil.example.com')
    expect((await write(borrower, request, 'Call 079 123 45 67')).body.warnings).toEqual(['phone'])
    await write(lender, request, 'Sure')
    expect((await write(borrower, request, 'Call 079 123 45 67')).body.warnings).toEqual([])
  })

  it('of the lender has warnings about money and links until the borrower has answered', async () => {
    const [borrower, lender] = [await newBorrower(), await newLender()]
    const request = await ask(borrower, lender)
    const body = {
      transaction_id: request.id,
      answer: 'accept',
      text: 'Send the money to my IBAN',
    } as const
    await test.call(loansApi.answer, { as: lender.token, body })
    expect((await list(borrower))[0]?.messages.at(-1)?.warnings).toEqual(['money'])
    expect((await mailsTo(borrower)).at(-1)?.text).toContain('Pay nothing in advance')
    expect((await write(lender, request, 'or call 079 123 45 67')).body.warnings).toEqual([])
    await write(borrower, request, 'Oh')
    expect((await write(lender, request, 'IBAN!')).body.warnings).toEqual([])
  })
})

describe('the same text to many letterboxes', () => {
  it('is held from the sixth letterbox on, and only its author sees it', async () => {
    const borrower = await newBorrower()
    await askFive(borrower)
    const [sixth, lender] = [await newLender(), await newLender()]
    const member = await newBorrower()
    const box = await createLetterbox(orm(), {
      items: [LADDER],
      owner: undefined,
      ownerFields: { enable_messaging: true },
    })
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: box.id })
    expect((await ask(borrower, lender, 'Something else altogether')).messages[0]?.held).toBe(false)
    const request = await ask(borrower, sixth, ' HALLO!! darf ich deine Leiter ausleihen 🙂')
    const other = await ask(borrower, box.owner)
    expect([request, other].map(({ messages: [first] }) => first?.held)).toEqual([true, true])
    for (const user of [sixth, box.owner, member]) {
      expect(await list(user)).toEqual([])
      expect(await mailsTo(user)).toEqual([])
      const { body } = await test.call(listsApi.getNumberOfNewTransactions, { as: user.token })
      expect(body.count).toBe(0)
      const exported = await test.call(accountsApi.exportData, { as: user.token })
      expect(JSON.stringify(exported.body)).not.toContain('ausleihen')
      expect((await write(user, other, 'Hello?')).status).toBe(404)
    }
    expect((await list(borrower)).find(({ id }) => id === request.id)?.messages[0]?.held).toBe(true)
  })

  it('is held in all requests of one ask that exceeds the limit', async () => {
    const borrower = await newBorrower()
    await ask(borrower, await newLender())
    const renter_ids = await Promise.all(
      Array.from({ length: 5 }, async () => (await newLender()).id),
    )
    const { body } = await test.call(requestsApi.ask, {
      as: borrower.token,
      body: { renter_ids, item_id: LADDER, text: TEXT },
    })
    expect(body.map(({ messages: [first] }) => first?.held)).toEqual(Array(5).fill(true))
  })

  it('is held in a conversation, too, without changing the order of conversations', async () => {
    const borrower = await newBorrower()
    const lenders = await Promise.all(Array.from({ length: 6 }, newLender))
    const requests: Transaction[] = []
    for (const [n, lender] of lenders.entries())
      requests.push(await ask(borrower, lender, `Hello ${n}`))
    const answers = []
    for (const each of requests) answers.push((await write(borrower, each, SCAM)).body)
    expect(answers.map((each) => each.held)).toEqual([false, false, false, false, false, true])
    const last = lenders.at(-1) as TestUser
    const [listed] = await list(last)
    expect(listed?.messages.map(({ text }) => text)).toEqual(['Hello 5'])
    expect([listed?.updated_at, listed?.unread]).toEqual([requests.at(-1)?.updated_at, 1])
    const searchResult = await test.call(listsApi.list, {
      as: last.token,
      query: { search: 'Western' },
    })
    expect(searchResult.body).toEqual([])
    // Opening the conversation does not mark a held message as seen.
    const body = { transaction_id: requests.at(-1)?.id ?? '' }
    await test.call(messagesApi.markMessagesSeen, { as: last.token, body })
    const id = answers.at(-1)?.id ?? ''
    expect((await decide('release', id))?.body).toEqual({ decided: 1 })
    expect((await list(last))[0]).toMatchObject({
      unread: 1,
      messages: [{}, { text: SCAM, held: false }],
    })
  })

  it('is held if it has a warning and comes from three new accounts', async () => {
    const created_at = new Date()
    const isHeld = async (fields: object, text = 'Pay my IBAN first') =>
      (await ask(await newBorrower(fields), await newLender(), text)).messages[0]?.held
    expect(await isHeld({})).toBe(false)
    expect(await isHeld({ created_at })).toBe(false)
    expect(await isHeld({ created_at })).toBe(false)
    expect(await isHeld({ created_at })).toBe(true)
    // Messages from an old account, or without a warning, are not held.
    expect(await isHeld({})).toBe(false)
    const harmless = []
    for (let n = 0; n < 4; n++) harmless.push(await isHeld({ created_at }, 'Is your tent free?'))
    expect(harmless).toEqual([false, false, false, false])
  })
})

describe('GET /admin/held-messages', () => {
  it('lists held messages with their context, and logs the reader', async () => {
    const borrower = await newBorrower({ firstname: 'Eve' })
    const text = 'Is your sewing machine free on Sunday?'
    await askFive(borrower, text)
    const request = await ask(borrower, await newLender(), text)
    await write(borrower, request, 'Are you there?')
    const { status, body } = await waiting()
    expect([status, body.total]).toEqual([200, 1])
    expect(body.rows[0]).toMatchObject({
      transaction_id: request.id,
      held_for: 'many_letterboxes',
      text,
      request: true,
      author: { id: borrower.id, firstname: 'Eve', asked: 6, answered: 0 },
      letterboxes: 6,
      accounts: 1,
      context: [{ text: 'Are you there?', by_author: true }],
    })
    await waiting()
    const acts = orm().select().from(audit_log)
    expect(await acts.where(eq(audit_log.actor_id, moderator.id))).toMatchObject([
      { subject: 'held_message', subject_id: body.rows[0]?.id, verb: 'read' },
    ])
    await decide('release', body.rows[0]?.id ?? '')
    const about = eq(audit_log.subject_id, body.rows[0]?.id ?? '')
    const verbs = (await orm().select().from(audit_log).where(about)).map(({ verb }) => verb)
    expect(verbs.sort()).toEqual(['read', 'release'])
  })

  it('returns 404 to members, and moderators do not see their own conversations', async () => {
    const borrower = await newBorrower()
    await askFive(borrower)
    const lender = await newLender()
    await ask(borrower, lender)
    const admin = await createUser(orm(), { role_id: 3 })
    expect((await waiting(admin)).body.total).toBe(1)
    for (const call of [held.list, held.release, held.discard]) {
      const body = call.method === 'POST' ? { ids: [randomUUID()], reason: REASON } : undefined
      const none = await test.call(call as typeof held.release, { body })
      const other = await test.call(call as typeof held.release, {
        as: borrower.token,
        body,
      })
      expect([none.status, other.status, other.error.code]).toEqual([404, 404, 'not_found'])
    }
    const id = (await waiting()).body.rows[0]?.id ?? ''
    await test.deps.database.query(`UPDATE users SET role_id = 2 WHERE id = $1`, [lender.id])
    expect((await waiting(lender)).body).toEqual({ rows: [], total: 0 })
    const own = await test.call(held.release, { as: lender.token, body: { ids: [id] } })
    expect(own.body).toEqual({ decided: 0 })
    const invalid = await test.call(held.release, { as: admin.token, body: { ids: ['x'] } })
    expect(invalid.status).toBe(422)
  })
})

describe('POST /admin/held-messages/release', () => {
  it('delivers the message once, as if sent now, with those written after it', async () => {
    const borrower = await newBorrower()
    await askFive(borrower)
    const lender = await newLender()
    const request = await ask(borrower, lender)
    await write(borrower, request, 'Are you there?')
    test.advance(3 * DAY_MS)
    const id = request.messages[0]?.id ?? ''
    const answers = await Promise.all([decide('release', id), decide('release', id)])
    expect(answers.map((each) => each?.body.decided).sort()).toEqual([0, 1])
    const [received] = await list(lender)
    expect(received).toMatchObject({
      id: request.id,
      unread: 2,
      messages: [
        { text: TEXT, held: false },
        { text: 'Are you there?', held: false },
      ],
    })
    const day = (time: string | undefined) =>
      Math.round((Date.parse(time ?? '') - Date.now()) / DAY_MS)
    const times = [
      received?.created_at,
      received?.updated_at,
      received?.messages[0]?.created_at,
      received?.events[0]?.at,
    ]
    expect(times.map(day)).toEqual([3, 3, 3, 3])
    expect(await mailsTo(lender)).toHaveLength(1)
    // From now on the same text of the same author passes.
    expect((await ask(borrower, await newLender())).messages[0]?.held).toBe(false)
    test.advance(-3 * DAY_MS)
  })

  it('ignores a message that its author has withdrawn', async () => {
    const borrower = await newBorrower()
    await askFive(borrower)
    const lender = await newLender()
    const request = await ask(borrower, lender)
    await test.call(loansApi.withdraw, { as: borrower.token, body: { transaction_id: request.id } })
    expect((await decide('release', request.messages[0]?.id ?? ''))?.body).toEqual({ decided: 0 })
    expect([await list(lender), await mailsTo(lender)]).toEqual([[], []])
  })
})

describe('POST /admin/held-messages/discard', () => {
  it('delivers nothing, and shows that to the author', async () => {
    const borrower = await newBorrower()
    await askFive(borrower)
    const lender = await newLender()
    const request = await ask(borrower, lender)
    expect((await decide('discard', request.messages[0]?.id ?? ''))?.body).toEqual({ decided: 1 })
    expect((await decide('release', request.messages[0]?.id ?? ''))?.body).toEqual({ decided: 0 })
    const mine = (await list(borrower)).find(({ id }) => id === request.id)
    expect(mine).toMatchObject({ status: 'withdrawn', messages: [{ held: true, refused: true }] })
    expect(mine?.events.at(-1)).toMatchObject({ side: null, by_id: null, reason: 'not_delivered' })
    expect([await list(lender), await mailsTo(lender)]).toEqual([[], []])
  })
})

describe('the mail to moderators', () => {
  it('is sent at most once an hour, with the current number of held messages', async () => {
    const admin = await createUser(orm(), { role_id: 3, lang: 'en' })
    const borrower = await newBorrower()
    const subjectsToAdmin = async () => (await mailsTo(admin)).map(({ subject }) => subject)
    test.advance(3 * HOUR_MS)
    await askFive(borrower)
    const ids: string[] = []
    for (let n = 0; n < 3; n++)
      ids.push((await ask(borrower, await newLender())).messages[0]?.id ?? '')
    expect(await subjectsToAdmin()).toEqual(['3 messages wait for you'])
    expect((await mailsTo({ ...admin, email: 'office@example.org' })).length).toBeGreaterThan(0)
    const queued = await test.deps.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job
       JOIN queued_mails ON queued_mails.id = job.id WHERE recipient = $1`,
      [admin.email],
    )
    expect(queued).toHaveLength(1)
    expect(queued[0]?.seconds).toBeGreaterThan(3_000)
    await decide('discard', ...ids)
    const left = await orm()
      .select()
      .from(messages)
      .where(inArray(messages.id, ids))
      .orderBy(asc(messages.id))
    expect(left.every(({ refused_at }) => refused_at !== null)).toBe(true)
    await test.deps.database.query(
      `UPDATE pgboss.job SET start_after = now() WHERE name = 'mails'`,
      [],
    )
    expect(await subjectsToAdmin()).toHaveLength(1)
    test.advance(-3 * HOUR_MS)
  })
})
