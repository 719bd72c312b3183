import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createUser,
  type TestLetterbox,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { householdApi } from '#features/lending/household/contract.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { wish_candidates } from '#features/lending/wishes/tables.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { letterboxItemsApi } from '#features/places/letterboxes/contract.items.ts'
import { type LetterboxList, letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { blocksApi as api } from '../contract.ts'

const LADDER = 1
const VIEW = { north_east: '48,9', south_west: '47,8' }
const FAR = '2999-01-01'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let houses = 0
/** A letterbox in its own street, with its owner. */
const newBox = (fields: Parameters<typeof createLetterbox>[1] = {}) =>
  createLetterbox(orm(), {
    address: `Sperrweg ${++houses}`,
    items: [LADDER],
    ownerFields: { enable_messaging: true, firstname: 'Benedikt', show_name: true },
    ...fields,
  })
const block = (by: TestUser | undefined, user_id: string) =>
  test.call(api.block, { as: by?.token, body: { user_id } })
const unblock = (by: TestUser, user_id: string) =>
  test.call(api.unblock, { as: by.token, body: { user_id } })
const blockedBy = async (user: TestUser) => (await test.call(api.list, { as: user.token })).body

const ask = (borrower: TestUser, lender: TestUser, text = `Please, ${randomUUID()}`) =>
  test.call(requestsApi.create, {
    as: borrower.token,
    body: { renter_id: lender.id, item_id: LADDER, text },
  })
const list = async (user: TestUser, query: { search?: string } = {}) =>
  (await test.call(listsApi.list, { as: user.token, query })).body
async function step(
  name: 'answer' | 'handOver' | 'return' | 'withdraw',
  by: TestUser,
  { id }: Transaction,
) {
  const body = { transaction_id: id, ...(name === 'answer' && { answer: 'accept' as const }) }
  return test.call(loansApi[name] as typeof loansApi.handOver, { as: by.token, body })
}

/** Everything that a user can learn about a letterbox, from every call that could show it. */
async function seenBy(viewer: TestUser, box: TestLetterbox, address: string) {
  const as = viewer.token
  const all = await test.call(letterboxesApi.list, { as, query: { ...VIEW, limit: '500' } })
  const byItem = await test.call(letterboxesApi.filterBySticker, {
    as,
    query: { ...VIEW, sticker_id: String(LADDER), limit: '500' },
  })
  const byAddress = await test.call(letterboxesApi.byAddress, { as, query: { q: address } })
  const byId = await test.call(letterboxesApi.byId, { as, query: { letterbox_id: box.id } })
  const items = await test.call(letterboxItemsApi.byLetterbox, {
    as,
    query: { letterboxId: box.id },
  })
  const listed = ({ body }: { body: LetterboxList }) =>
    body.letterboxes.some(({ id }) => id === box.id)
  return {
    list: listed(all),
    byItem: listed(byItem),
    complete: all.body.letterboxes.length === all.body.total,
    byAddress: byAddress.body.some(({ id }) => id === box.id),
    byId: byId.status,
    items: items.status,
  }
}
const SEEN = { list: true, byItem: true, complete: true, byAddress: true, byId: 200, items: 200 }
const UNSEEN = {
  list: false,
  byItem: false,
  complete: true,
  byAddress: false,
  byId: 404,
  items: 404,
}

describe('POST /users/block', () => {
  it('hides both letterboxes from each other and from no one else', async () => {
    const [one, other] = [await newBox(), await newBox()]
    const [oneStreet, otherStreet] = [`Sperrweg ${houses - 1}`, `Sperrweg ${houses}`]
    const stranger = await createUser(orm(), { enable_messaging: true })
    const admin = await createUser(orm(), { role_id: 3 })
    const missing = await test.call(letterboxesApi.byId, {
      as: stranger.token,
      query: { letterbox_id: randomUUID() },
    })
    expect((await block(one.owner, other.owner.id)).status).toBe(204)
    expect((await block(one.owner, other.owner.id)).status).toBe(204)
    expect(await seenBy(one.owner, other, otherStreet)).toEqual(UNSEEN)
    expect(await seenBy(other.owner, one, oneStreet)).toEqual(UNSEEN)
    expect(await seenBy(stranger, one, oneStreet)).toEqual(SEEN)
    expect(await seenBy(one.owner, one, oneStreet)).toEqual(SEEN)
    expect((await seenBy(admin, one, oneStreet)).byId).toBe(200)
    const byId = await test.call(letterboxesApi.byId, {
      as: other.owner.token,
      query: { letterbox_id: one.id },
    })
    expect(byId.error).toEqual(missing.error)
    const answer = await ask(other.owner, one.owner)
    const nobody = await ask(other.owner, { ...one.owner, id: randomUUID() })
    expect([answer.status, answer.error]).toEqual([404, nobody.error])
    expect((await ask(one.owner, other.owner)).status).toBe(404)
    await unblock(other.owner, one.owner.id)
    expect((await seenBy(other.owner, one, oneStreet)).byId).toBe(404)
    await unblock(one.owner, other.owner.id)
    expect(await seenBy(other.owner, one, oneStreet)).toEqual(SEEN)
    expect((await ask(other.owner, one.owner)).status).toBe(201)
  })

  it('applies to everyone who manages a letterbox, but not between members of one household', async () => {
    const [box, other] = [await newBox(), await newBox()]
    const street = `Sperrweg ${houses - 1}`
    const member = await createUser(orm(), { enable_messaging: true })
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: box.id })
    expect((await block(member, box.owner.id)).error.code).toBe('conflict')
    await block(member, other.owner.id)
    expect((await seenBy(other.owner, box, street)).byId).toBe(404)
    expect((await ask(other.owner, box.owner)).status).toBe(404)
    expect((await seenBy(box.owner, other, `Sperrweg ${houses}`)).byId).toBe(200)
  })

  it('returns 401 without a session and 422 for the caller’s own id, and is rate-limited', async () => {
    const user = await createUser(orm())
    expect((await block(undefined, user.id)).status).toBe(401)
    const hidden = await newBox({ ownerFields: { show_on_map: false } })
    const [nobody, somebody] = [await block(user, randomUUID()), await block(user, hidden.owner.id)]
    expect([nobody.status, nobody.body]).toEqual([204, somebody.body])
    expect(somebody.status).toBe(204)
    expect((await block(user, user.id)).error.errors).toEqual({
      user_id: ['errors.validation.invalid'],
    })
    expect((await block(user, 'x')).status).toBe(422)
    const other = await createUser(orm())
    const answers = await Promise.all(Array.from({ length: 60 }, () => block(user, other.id)))
    // The calls above, for a missing and a hidden account, count as well.
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  it('stops wish mails and household invitations between the two', async () => {
    const [box, wisher] = [await newBox({ latitude: 10, longitude: 10 }), await createUser(orm())]
    await test.deps.database.query(
      `INSERT INTO wishes (user_id, item_id, latitude, longitude, radius, lang, confirmed_at, expires_at)
       VALUES ($1, $2, 10, 10, 5000, 'en', now(), now() + interval '1 day')`,
      [wisher.id, LADDER],
    )
    await block(box.owner, wisher.id)
    await orm().insert(wish_candidates).values({ letterbox_id: box.id })
    await test.deps.jobs.drain('wishes')
    await test.call(householdApi.invite, { as: box.owner.token, body: { email: wisher.email } })
    expect((await test.mails()).filter(({ recipient }) => recipient === wisher.email)).toEqual([])
  })
})

describe('a block between the two sides of a conversation', () => {
  async function loan(upTo: 'requested' | 'accepted' | 'handed_over') {
    const [borrower, { owner: lender }] = [
      await createUser(orm(), { enable_messaging: true, firstname: 'Adelheid' }),
      await newBox(),
    ]
    const { body } = await ask(borrower, lender)
    if (upTo !== 'requested') await step('answer', lender, body)
    if (upTo === 'handed_over') await step('handOver', lender, body)
    return {
      borrower,
      lender,
      transaction: body,
      one: async (user: TestUser) => (await list(user))[0],
    }
  }

  it.each(['lender', 'borrower'] as const)(
    'by the %s ends open requests and promises without naming either side',
    async (who) => {
      for (const upTo of ['requested', 'accepted'] as const) {
        const world = await loan(upTo)
        const { borrower, lender, transaction, one } = world
        const other = who === 'lender' ? borrower : lender
        const before = (await test.mails()).length
        await block(world[who], other.id)
        for (const user of [borrower, lender]) {
          const seen = await one(user)
          expect(seen).toMatchObject({ status: 'withdrawn', closed: true, spot: null })
          expect(seen?.events.at(-1)).toMatchObject({ side: null, by_id: null, reason: 'blocked' })
          const theirs = user === borrower ? seen?.renter : seen?.borrower
          expect(theirs).toMatchObject({
            firstname: null,
            address: null,
            city: null,
            letterbox: null,
          })
          const name = user === borrower ? 'Benedikt' : 'Adelheid'
          expect(await list(user, { search: name })).toEqual([])
          const body = { transaction_id: transaction.id, text: 'Hello?' }
          const sent = await test.call(messagesApi.sendMessage, { as: user.token, body })
          expect([sent.status, sent.error.code]).toEqual([409, 'conflict'])
          expect((await step('answer', user, transaction)).status).toBe(409)
        }
        const mails = (await test.mails()).slice(before)
        expect(mails.map(({ recipient }) => recipient)).toEqual(
          upTo === 'accepted' ? [other.email] : [],
        )
        const name = who === 'lender' ? 'Benedikt' : 'Adelheid'
        expect(mails.map(({ subject, text }) => subject + text).join()).not.toMatch(
          new RegExp(`${name}|block`, 'i'),
        )
        const exported = await test.call(accountsApi.exportData, { as: other.token })
        expect(exported.body.data.blocks).toEqual([])
      }
    },
  )

  it('leaves an item that is out to be returned', async () => {
    const { borrower, lender, transaction, one } = await loan('handed_over')
    await block(lender, borrower.id)
    expect(await one(borrower)).toMatchObject({ status: 'handed_over', closed: true })
    expect((await one(borrower))?.spot).not.toBeNull()
    expect((await step('return', lender, transaction)).status).toBe(200)
    const body = { transaction_id: transaction.id, show: true }
    const thanks = await test.call(loansApi.thank, { as: borrower.token, body })
    expect(thanks.status).toBe(409)
  })

  it('hides later read marks and leaves the other side out of the alternatives', async () => {
    const { borrower, lender, transaction, one } = await loan('requested')
    await block(lender, borrower.id)
    const body = { transaction_id: transaction.id }
    await test.call(messagesApi.markMessagesSeen, { as: lender.token, body })
    expect((await one(borrower))?.messages[0]?.seen).toBe(false)
    expect((await one(lender))?.unread).toBe(0)
    const next = await test.call(requestsApi.alternatives, { as: borrower.token, query: body })
    expect(next.body.map(({ user_id }) => user_id)).not.toContain(lender.id)
  })

  it('by a household member closes the conversations that the member takes part in', async () => {
    const box = await newBox()
    const borrower = await createUser(orm(), { enable_messaging: true })
    const old = (await ask(borrower, box.owner)).body
    const set = (status: 'expired' | 'requested') =>
      orm().update(transactions).set({ status }).where(eq(transactions.id, old.id))
    // The same thing can be asked for again only once this is over.
    await set('expired')
    const member = await createUser(orm(), { enable_messaging: true })
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: box.id })
    const fresh = (await ask(borrower, box.owner)).body
    await set('requested')
    await block(member, borrower.id)
    const closed = Object.fromEntries((await list(box.owner)).map((each) => [each.id, each.closed]))
    expect(closed).toEqual({ [old.id]: false, [fresh.id]: true })
    expect((await list(member)).map(({ id }) => id)).toEqual([fresh.id])
  })

  it('is lifted once both sides have unblocked, and an ended request stays ended', async () => {
    const { borrower, lender, transaction, one } = await loan('requested')
    await block(lender, borrower.id)
    await block(borrower, lender.id)
    await unblock(lender, borrower.id)
    expect((await one(lender))?.closed).toBe(true)
    await unblock(borrower, lender.id)
    expect(await one(lender)).toMatchObject({ closed: false, status: 'withdrawn' })
    expect((await one(lender))?.borrower?.firstname).toBe('Adelheid')
    const body = { transaction_id: transaction.id, text: 'Sorry' }
    const sent = await test.call(messagesApi.sendMessage, { as: lender.token, body })
    expect(sent.status).toBe(201)
  })

  it('leaves no conversation open that begins at the same moment', async () => {
    for (let n = 0; n < 5; n++) {
      const [borrower, { owner }] = [
        await createUser(orm(), { enable_messaging: true }),
        await newBox(),
      ]
      await Promise.all([ask(borrower, owner), block(owner, borrower.id), ask(borrower, owner)])
      expect((await list(owner)).filter(({ closed }) => !closed)).toEqual([])
    }
  })
})

describe('GET /users/blocked', () => {
  it('lists the accounts that the caller has blocked, by the names the caller knew', async () => {
    const user = await newBox()
    const open = await newBox()
    const quiet = await newBox({
      ownerFields: { enable_messaging: true, firstname: 'Secret', show_name: false },
    })
    const away = await newBox({
      ownerFields: { firstname: 'Secret', show_name: false },
      holiday_until: FAR,
    })
    const asker = await createUser(orm(), { firstname: 'Ada', enable_messaging: true })
    await ask(asker, user.owner)
    for (const each of [open.owner, quiet.owner, away.owner, asker])
      await block(user.owner, each.id)
    await block(asker, open.owner.id)
    expect(await blockedBy(user.owner)).toMatchObject([
      { user_id: asker.id, name: 'Ada', letterbox_id: null },
      { user_id: away.owner.id, name: null, letterbox_id: null },
      { user_id: quiet.owner.id, name: `Sperrweg ${houses - 1}`, letterbox_id: quiet.id },
      { user_id: open.owner.id, name: 'Benedikt', letterbox_id: open.id },
    ])
    expect(await blockedBy(open.owner)).toEqual([])
    expect((await test.call(api.list)).status).toBe(401)
  })
})
