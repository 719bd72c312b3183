import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createUser,
  type TestLetterbox,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { privacyApi } from '#features/places/letterboxes/privacy/contract.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Transaction } from '../contract.ts'
import { transactions } from '../tables.ts'
import { MESSAGES_PER_TRANSACTION } from '../transaction-limits.ts'

const LADDER = 1
const DRILL = 2

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const newBorrower = (fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(orm(), { enable_messaging: true, firstname: 'Ada', ...fields })
const newLender = (fields: Parameters<typeof createUser>[1] = {}) =>
  createLetterbox(orm(), {
    items: [LADDER],
    ownerFields: { enable_messaging: true, firstname: 'Ben', ...fields },
  })

function ask(
  borrower: TestUser | undefined,
  lender: TestLetterbox | TestUser,
  body: Partial<{ text: string; item_id: number; request_id: string }> = {},
) {
  const renter_id = 'owner' in lender ? lender.owner.id : lender.id
  return test.call(requestsApi.create, {
    as: borrower?.token,
    body: { renter_id, item_id: LADDER, text: 'May I borrow it?', ...body },
  })
}

async function conversation() {
  const borrower = await newBorrower()
  const lender = await newLender()
  const { status, body } = await ask(borrower, lender)
  expect(status).toBe(201)
  return { borrower, lender, owner: lender.owner, transaction: body }
}

const send = (sender: TestUser, transaction: Transaction, text: string, request_id?: string) =>
  test.call(messagesApi.sendMessage, {
    as: sender.token,
    body: { transaction_id: transaction.id, text, request_id },
  })
const list = async (user: TestUser) => (await test.call(listsApi.list, { as: user.token })).body
const count = async (user: TestUser) =>
  (await test.call(listsApi.getNumberOfNewTransactions, { as: user.token })).body.count

describe('POST /transactions/create', () => {
  it('creates a request that both sides see', async () => {
    const { borrower, lender, owner, transaction } = await conversation()
    expect(transaction).toMatchObject({
      status: 'requested',
      item: { id: LADDER, name: 'Item 1', name_de: 'Item 1 de', image_path: 'item-1.svg' },
      borrower_id: borrower.id,
      renter_id: owner.id,
      has_new_message: false,
      messages: [{ text: 'May I borrow it?', from_id: borrower.id, to_id: owner.id, seen: false }],
    })
    expect(transaction.renter?.letterbox).toEqual({
      id: lender.id,
      latitude: 47.37,
      longitude: 8.54,
    })
    const [received] = await list(owner)
    expect(received).toMatchObject({ id: transaction.id, has_new_message: true })
  })

  it('lets an account that only borrows ask without revealing its address', async () => {
    const { owner: borrower } = await createLetterbox(orm(), {
      address: 'Geheimweg 7',
      latitude: null,
      longitude: null,
      location_verified: false,
      ownerFields: { show_on_map: false },
    })
    const lender = await newLender()
    const request = await ask(borrower, lender)
    expect(request.status).toBe(201)
    const [received] = await list(lender.owner)
    expect(received?.borrower).toMatchObject({ address: null, city: null, letterbox: null })
    const unconfirmed = await createUser(orm(), { show_on_map: false, email_confirmed_at: null })
    expect((await ask(unconfirmed, lender)).error.code).toBe('email_not_confirmed')
    const mails = await test.mails()
    expect(JSON.stringify([received, mails])).not.toContain('Geheimweg')
  })

  it.each([
    ['unauthorized', 401, undefined],
    ['email_not_confirmed', 403, { enable_messaging: true, email_confirmed_at: null }],
    ['messaging_disabled', 403, { enable_messaging: false }],
  ] as const)('refuses a borrower with %s', async (code, status, fields) => {
    const answer = await ask(fields && (await createUser(orm(), fields)), await newLender())
    expect([answer.status, answer.error.code]).toEqual([status, code])
  })

  it.each([
    ['a letterbox without messaging', { enable_messaging: false }],
    ['a letterbox without requests', { takes_requests: false }],
    ['a reseller', { reseller: true }],
  ])('refuses %s', async (_case, fields) => {
    const answer = await ask(await newBorrower(), await newLender(fields))
    expect([answer.status, answer.error.code]).toEqual([403, 'not_borrowable'])
  })

  it('lets an account that takes no requests ask others', async () => {
    const borrower = await newBorrower()
    await test.call(privacyApi.update, { as: borrower.token, body: { takes_requests: false } })
    expect((await ask(borrower, await newLender())).status).toBe(201)
  })

  it('refuses an item that the letterbox does not lend', async () => {
    const lender = await newLender()
    for (const item_id of [DRILL, 31_999]) {
      const answer = await ask(await newBorrower(), lender, { item_id })
      expect(answer.error.code).toBe('not_borrowable')
    }
  })

  it('refuses the own letterbox', async () => {
    const lender = await newLender()
    expect((await ask(lender.owner, lender)).error.code).toBe('own_letterbox')
  })

  it('answers a hidden letterbox exactly like an unknown user', async () => {
    const borrower = await newBorrower()
    const hidden = await ask(borrower, await newLender({ show_on_map: false }))
    const unplaced = await ask(
      borrower,
      await createLetterbox(orm(), {
        items: [LADDER],
        ownerFields: { enable_messaging: true },
        latitude: null,
        longitude: null,
      }),
    )
    const unknown = await test.call(requestsApi.create, {
      as: borrower.token,
      body: { renter_id: randomUUID(), item_id: LADDER, text: 'Hello' },
    })
    expect([unknown.status, unknown.error.code]).toEqual([404, 'not_found'])
    expect([hidden.status, hidden.error]).toEqual([unknown.status, unknown.error])
    expect([unplaced.status, unplaced.error]).toEqual([unknown.status, unknown.error])
  })

  it.each([
    ['an empty text', { text: ' \n ' }, 'text', 'message'],
    ['an invisible text', { text: '\u200b' }, 'text', 'message'],
    ['a text with NUL', { text: 'a\0b' }, 'text', 'message'],
    ['a text that is too long', { text: 'é'.repeat(801) }, 'text', 'messageLength'],
    ['no item', { item_id: 0 }, 'item_id', 'item'],
    ['an item beyond any', { item_id: 1e9 }, 'item_id', 'item'],
    ['an invalid request id', { request_id: 'x' }, 'request_id', 'invalid'],
  ])('returns 422 for %s', async (_case, body, field, key) => {
    const { status, error } = await ask(await newBorrower(), await newLender(), body)
    expect(status).toBe(422)
    expect(error.errors).toEqual({ [field]: [`errors.validation.${key}`] })
  })

  it('refuses fields that only the server sets', async () => {
    const borrower = await newBorrower()
    const lender = await newLender()
    const body = {
      renter_id: lender.owner.id,
      item_id: LADDER,
      text: 'Hi',
      borrower_id: lender.owner.id,
    }
    const { error } = await test.call(requestsApi.create, { as: borrower.token, body })
    expect(error.code).toBe('forbidden_field')
  })

  it('keeps the text as typed, with 800 code points, line breaks and markup', async () => {
    const borrower = await newBorrower()
    for (const text of ['🪜'.repeat(800), 'One\nTwo\n\n<b>Three</b><br>\'"\\']) {
      const { status, body } = await ask(borrower, await newLender(), { text })
      expect([status, body.messages[0]?.text]).toEqual([201, text])
    }
    const { body } = await ask(borrower, await newLender(), { text: ' One\r\nTwo\rThree ' })
    expect(body.messages[0]?.text).toBe('One\nTwo\nThree')
  })

  it('stores 20 parallel identical requests once', async () => {
    const borrower = await newBorrower()
    const lender = await newLender()
    const request_id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(borrower, lender, { request_id })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const [only, ...others] = await list(borrower)
    expect([only?.messages.length, others.length]).toEqual([1, 0])
  })

  it('returns the same request when repeated after the lender has deleted the account', async () => {
    const borrower = await newBorrower()
    const lender = await newLender()
    const request_id = randomUUID()
    const { body: first } = await ask(borrower, lender, { request_id })
    const gone = await test.call(accountsApi.remove, { as: lender.owner.token })
    expect(gone.status).toBe(204)
    const { status, body } = await ask(borrower, lender, { request_id })
    expect([status, body.id]).toEqual([201, first.id])
    expect(await list(borrower)).toHaveLength(1)
  })

  it('returns 409 if the request id belongs to another request', async () => {
    const borrower = await newBorrower()
    const lender = await newLender()
    const request_id = randomUUID()
    await ask(borrower, lender, { request_id })
    const { status, error } = await ask(borrower, lender, { request_id, text: 'Another' })
    expect([status, error.code]).toEqual([409, 'conflict'])
    // Request ids are unique per sender only.
    expect((await ask(await newBorrower(), lender, { request_id })).status).toBe(201)
  })

  it('limits a new account, also when it asks many lenders at once', async () => {
    const borrower = await createUser(orm(), { created_at: new Date(), enable_messaging: true })
    const allowance = async () =>
      (await test.call(requestsApi.allowance, { as: borrower.token })).body
    expect((await allowance()).left).toBe(3)
    const lenders = await Promise.all(Array.from({ length: 6 }, () => newLender()))
    const answers = await Promise.all(lenders.map((lender) => ask(borrower, lender)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.error.code).toBe('asked_too_many')
    const wait = Number(refused?.headers['retry-after'])
    expect([wait > 86_000, wait <= 86_400]).toEqual([true, true])
    const { left, more_at } = await allowance()
    expect([left, Date.parse(more_at) > Date.now() + 86_000_000]).toEqual([0, true])
  })

  it('allows another request for each answer', async () => {
    const borrower = await newBorrower()
    const lender = await newLender()
    const { body: first } = await ask(borrower, lender)
    for (let n = 0; n < 9; n++) expect((await ask(borrower, await newLender())).status).toBe(201)
    expect((await ask(borrower, await newLender())).status).toBe(429)
    expect((await send(lender.owner, first, 'Yes')).status).toBe(201)
    expect((await ask(borrower, await newLender())).status).toBe(201)
    expect((await test.call(requestsApi.allowance)).status).toBe(401)
  })
})

describe('POST /transactions/sendMessage', () => {
  it('stores the answer, moves the transaction to the top and counts as new for the other side', async () => {
    const { borrower, owner, transaction } = await conversation()
    const later = await ask(borrower, await newLender())
    const { status, body } = await send(owner, transaction, 'Yes\nof course')
    expect(status).toBe(201)
    expect(body).toMatchObject({ text: 'Yes\nof course', from_id: owner.id, to_id: borrower.id })
    const received = await list(borrower)
    expect(received.map(({ id }) => id)).toEqual([transaction.id, later.body.id])
    expect(received[0]?.messages.map(({ text }) => text)).toEqual([
      'May I borrow it?',
      'Yes\nof course',
    ])
    expect(await count(borrower)).toBe(1)
  })

  it('returns 404 to everyone but the two sides', async () => {
    const { transaction } = await conversation()
    const stranger = await newBorrower()
    const other = await send(stranger, transaction, 'Hello')
    const unknown = await test.call(messagesApi.sendMessage, {
      as: stranger.token,
      body: { transaction_id: randomUUID(), text: 'Hello' },
    })
    const nobody = await test.call(messagesApi.sendMessage, {
      body: { transaction_id: transaction.id, text: 'Hello' },
    })
    expect([other.status, other.error]).toEqual([404, unknown.error])
    expect([nobody.status, nobody.error.code]).toEqual([401, 'unauthorized'])
  })

  it('requires a confirmed address and a text', async () => {
    const { owner, transaction } = await conversation()
    expect((await send(owner, transaction, '')).error.errors).toEqual({
      text: ['errors.validation.message'],
    })
    await orm().update(users).set({ email_confirmed_at: null }).where(eq(users.id, owner.id))
    expect((await send(owner, transaction, 'Yes')).error.code).toBe('email_not_confirmed')
  })

  it('stores 20 parallel identical messages once', async () => {
    const { borrower, owner, transaction } = await conversation()
    const request_id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(owner, transaction, 'Yes', request_id)),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await list(borrower))[0]?.messages).toHaveLength(2)
    expect((await send(owner, transaction, 'No', request_id)).error.code).toBe('conflict')
  })

  it('keeps every message of two parallel writers, with strictly rising times', async () => {
    const { borrower, owner, transaction } = await conversation()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(n % 2 ? borrower : owner, transaction, `Message ${n}`),
      ),
    )
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    const times = (await list(owner))[0]?.messages.map(({ created_at }) => Date.parse(created_at))
    expect(times).toHaveLength(21)
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  })

  it('returns 409 after the other side has deleted the account, whose name is gone', async () => {
    const { borrower, owner, transaction } = await conversation()
    await send(owner, transaction, 'Yes')
    await orm().delete(users).where(eq(users.id, owner.id))
    const answer = await send(borrower, transaction, 'Still there?')
    expect([answer.status, answer.error.code]).toEqual([409, 'conflict'])
    const [left] = await list(borrower)
    expect(left).toMatchObject({ renter_id: null, renter: null })
    expect(left?.messages.map(({ text, from_id }) => [text, from_id])).toEqual([
      ['May I borrow it?', borrower.id],
      ['Yes', null],
    ])
  })

  it('returns 404 or 409, never 500, while the other account is being deleted', async () => {
    const { borrower, owner, transaction } = await conversation()
    const other = await newBorrower()
    const deletion = orm().delete(users).where(eq(users.id, owner.id)).execute()
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => send(borrower, transaction, `Message ${n}`)),
      ...Array.from({ length: 8 }, (_, n) => ask(other, owner, { text: `Ask ${n}` })),
    ])
    await deletion
    for (const { status } of answers) expect([201, 404, 409]).toContain(status)
    expect((await send(borrower, transaction, 'After')).status).toBe(409)
    expect((await ask(other, owner)).status).toBe(404)
  })

  it('returns 429 beyond the hourly quota', async () => {
    const { owner, transaction } = await conversation()
    await orm().update(users).set({ created_at: new Date() }).where(eq(users.id, owner.id))
    await orm().execute(sql`
      INSERT INTO messages (transaction_id, from_id, author_id, text)
      SELECT ${transaction.id}, ${owner.id}, ${owner.id}, 'again' FROM generate_series(1, 60)`)
    const { status, headers } = await send(owner, transaction, 'again')
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500)
  })

  it('ignores messages dated in the future after the clock was set back', async () => {
    const { borrower, owner, transaction } = await conversation()
    // Written while the clock was two weeks ahead.
    const later = sql`now() + interval '14 days'`
    await orm().execute(sql`
      INSERT INTO messages (transaction_id, from_id, author_id, text, created_at)
      SELECT ${transaction.id}, ${owner.id}, ${owner.id}, 'again', ${later} FROM generate_series(1, 60)`)
    await orm().execute(sql`
      INSERT INTO transactions (borrower_id, renter_id, item_id, created_at, updated_at)
      SELECT ${borrower.id}, ${owner.id}, ${LADDER}, ${later}, ${later} FROM generate_series(1, 10)`)
    expect((await send(owner, transaction, 'Yes')).status).toBe(201)
    expect((await ask(borrower, await newLender())).status).toBe(201)
  })

  it('accepts thirty messages a minute across parallel calls and conversations', async () => {
    const { borrower, transaction } = await conversation()
    const { body: second } = await ask(borrower, await newLender())
    test.advance(61_000)
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, n) => send(borrower, n % 2 ? transaction : second, `${n}`)),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(
      Array(4).fill([429, 'rate_limited']),
    )
    const waits = refused.map(({ headers }) => Number(headers['retry-after']))
    expect(Math.max(...waits)).toBeLessThanOrEqual(60)
    test.advance(61_000)
    expect((await send(borrower, transaction, 'Later')).status).toBe(201)
  })
})

describe('GET /transactions', () => {
  it('returns 401 without a session', async () => {
    expect((await test.call(listsApi.list)).status).toBe(401)
  })

  it('returns nothing to a stranger, even by id', async () => {
    const { transaction } = await conversation()
    const stranger = await newBorrower()
    const { body } = await test.call(listsApi.list, {
      as: stranger.token,
      query: { transaction_id: transaction.id },
    })
    expect(body).toEqual([])
  })

  it('returns 400 for an invalid id or time', async () => {
    const { token } = await newBorrower()
    for (const query of [{ transaction_id: 'x' }, { before: 'yesterday' }]) {
      const { status, error } = await test.call(listsApi.list, { as: token, query })
      expect([status, error.code]).toEqual([400, 'bad_request'])
    }
  })

  it('pages from the newest messages to the first without gap or repetition', async () => {
    const { owner, transaction } = await conversation()
    const total = 2 * MESSAGES_PER_TRANSACTION + 7
    const start = Date.now() - 7_200_000
    await orm().delete(messages).where(eq(messages.transaction_id, transaction.id))
    await orm()
      .insert(messages)
      .values(
        Array.from({ length: total }, (_, n) => ({
          transaction_id: transaction.id,
          from_id: owner.id,
          text: `Message ${n}`,
          created_at: new Date(start + n),
        })),
      )
    const texts: string[] = []
    let before: string | undefined
    do {
      const { body } = await test.call(listsApi.list, {
        as: owner.token,
        query: before
          ? { transaction_id: transaction.id, before }
          : { transaction_id: transaction.id },
      })
      const page = body[0]?.messages ?? []
      texts.unshift(...page.map(({ text }) => text))
      before = page[0]?.created_at
    } while (before)
    expect(texts).toEqual(Array.from({ length: total }, (_, n) => `Message ${n}`))
  })

  it('pages transactions by their last activity', async () => {
    const { borrower, transaction } = await conversation()
    const { body: newer } = await ask(borrower, await newLender())
    const { body } = await test.call(listsApi.list, {
      as: borrower.token,
      query: { before: newer.updated_at },
    })
    expect(body.map(({ id }) => id)).toEqual([transaction.id])
  })

  it('hides the lender’s name and a hidden letterbox from the borrower', async () => {
    const { borrower, owner, transaction } = await conversation()
    expect((await list(borrower))[0]?.renter).toMatchObject({
      firstname: null,
      address: 'Langstrasse 12',
    })
    expect((await list(owner))[0]?.borrower).toMatchObject({ firstname: 'Ada', address: null })
    expect((await list(owner))[0]?.renter).toMatchObject({ firstname: 'Ben' })
    await orm()
      .update(users)
      .set({ show_name: true, show_on_map: false })
      .where(eq(users.id, owner.id))
    const [listed] = await list(borrower)
    expect(listed?.renter).toEqual({
      id: owner.id,
      firstname: 'Ben',
      address: null,
      city: null,
      letterbox: null,
    })
    expect((await list(owner))[0]?.renter?.letterbox).not.toBeNull()
    expect(listed?.id).toBe(transaction.id)
  })

  it("names the item in the viewer's language", async () => {
    const borrower = await newBorrower({ lang: 'fr' })
    const { body } = await ask(borrower, await newLender())
    expect(body.item.name).toBe('Item 1 fr')
  })
})

describe('POST /transactions/markMessagesSeen', () => {
  const markSeen = (user: TestUser | undefined, transaction_id: string) =>
    test.call(messagesApi.markMessagesSeen, { as: user?.token, body: { transaction_id } })

  it('marks only the messages to the caller', async () => {
    const { borrower, owner, transaction } = await conversation()
    await send(owner, transaction, 'Yes')
    expect((await markSeen(owner, transaction.id)).status).toBe(204)
    const [listed] = await list(owner)
    expect(listed?.has_new_message).toBe(false)
    expect(listed?.messages.map(({ seen }) => seen)).toEqual([true, false])
    expect([await count(owner), await count(borrower)]).toEqual([0, 1])
  })

  it('returns 404 to everyone but the two sides', async () => {
    const { owner, transaction } = await conversation()
    expect((await markSeen(undefined, transaction.id)).status).toBe(401)
    expect((await markSeen(await newBorrower(), transaction.id)).error.code).toBe('not_found')
    expect((await markSeen(owner, 'x')).error.code).toBe('not_found')
    expect(await count(owner)).toBe(1)
  })
})

describe('GET /transactions/getNumberOfNewTransactions', () => {
  it('counts transactions, not messages', async () => {
    const { borrower, owner, transaction } = await conversation()
    await send(borrower, transaction, 'Hello?')
    expect(await count(owner)).toBe(1)
    const second = await createLetterbox(orm(), { ownerFields: { enable_messaging: true } })
    await orm().insert(transactions).values({
      item_id: LADDER,
      borrower_id: second.owner.id,
      lender_id: owner.id,
    })
    expect(await count(owner)).toBe(1)
  })

  it('returns 401 without a session', async () => {
    expect((await test.call(listsApi.getNumberOfNewTransactions)).status).toBe(401)
  })
})

describe('a search of transactions', () => {
  it('finds archived transactions and marks them, except in the waiting state', async () => {
    const { borrower, transaction } = await conversation()
    const archive = { transaction_id: transaction.id, archived: true }
    await test.call(listsApi.archive, { as: borrower.token, body: archive })
    const found = async (query: object) =>
      (await test.call(listsApi.list, { as: borrower.token, query })).body.map(
        ({ id, archived }) => ({
          id,
          archived,
        }),
      )
    const marked = [{ id: transaction.id, archived: true }]
    expect(await found({})).toEqual([])
    for (const query of [{}, { role: 'borrow' }, { state: 'open' }, { state: 'archived' }]) {
      expect(await found({ ...query, search: 'item' })).toEqual(marked)
    }
    expect(await found({ search: 'item', state: 'waiting' })).toEqual([])
    expect(await found({ search: 'item', role: 'lend' })).toEqual([])
  })
})

describe('the lender’s line about an item', () => {
  const say = (lender: TestLetterbox, line: string) =>
    test.call(letterboxesApi.updateItemLine, {
      as: lender.owner.token,
      body: { item_id: LADDER, line },
    })
  const lineFor = async (user: TestUser) => (await list(user))[0]?.line
  const found = async (user: TestUser, search: string) =>
    (await test.call(listsApi.list, { as: user.token, query: { search } })).body.length

  it('shows its current text to both sides and is searchable', async () => {
    const { borrower, lender, owner, transaction } = await conversation()
    expect([await lineFor(borrower), await lineFor(owner)]).toEqual([undefined, undefined])
    await say(lender, '3 m, needs two people')
    expect(transaction.line).toBeUndefined()
    expect([await lineFor(borrower), await lineFor(owner)]).toEqual(
      Array(2).fill('3 m, needs two people'),
    )
    expect([await found(borrower, 'NEEDS TWO'), await found(owner, 'needs two')]).toEqual([1, 1])
    await say(lender, '4 m')
    expect([await lineFor(borrower), await found(borrower, 'needs two')]).toEqual(['4 m', 0])
    await test.call(letterboxesApi.updateItems, {
      as: owner.token,
      body: { selected_items_id: [] },
    })
    expect([await lineFor(borrower), await lineFor(owner)]).toEqual([undefined, undefined])
  })

  it('is hidden from the borrower with the letterbox and in a closed conversation', async () => {
    const { borrower, lender, owner } = await conversation()
    await say(lender, '3 m')
    const show = (show_on_map: boolean) =>
      orm().update(users).set({ show_on_map }).where(eq(users.id, owner.id))
    await show(false)
    expect([await lineFor(borrower), await lineFor(owner)]).toEqual([undefined, '3 m'])
    expect(await found(borrower, '3 m')).toBe(0)
    await show(true)
    expect(await lineFor(borrower)).toBe('3 m')
    await test.call(blocksApi.block, { as: owner.token, body: { user_id: borrower.id } })
    expect([await lineFor(borrower), await lineFor(owner)]).toEqual([undefined, '3 m'])
    expect(await found(borrower, '3 m')).toBe(0)
  })
})
