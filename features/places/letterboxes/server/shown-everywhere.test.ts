import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestLetterbox,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import { items } from '#features/places/items/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { letterboxesApi as api, type Letterbox, letterboxSchema } from '../contract.ts'
import { letterbox_answers, letterbox_items, letterboxes } from '../tables.ts'

const AROUND = { north_east: '47.38,8.55', south_west: '47.36,8.53' }

let test: TestApp
/** Another process on the same database. */
let other: TestApp
let letterbox: TestLetterbox
beforeAll(async () => {
  test = await createTestApp()
  other = await createTestApp({ sharing: test })
})
afterAll(async () => {
  await other.close()
  await test.close()
})

const orm = () => test.deps.database.orm

beforeEach(async () => {
  letterbox = await createLetterbox(orm(), {
    items: [1, 2],
    ownerFields: { firstname: 'Bea', show_name: true, show_email: true },
  })
  for (const app of [test, other]) await app.deps.letterboxFeed.refresh([letterbox.id])
})

async function inList(app: TestApp, as?: string): Promise<Letterbox | undefined> {
  const { body } = await app.call(api.list, { query: { ...AROUND, limit: '100' }, as })
  return body.letterboxes.find(({ id }) => id === letterbox.id)
}

async function byId(app: TestApp, as?: string): Promise<Letterbox | undefined> {
  const { status, body } = await app.call(api.byId, { query: { letterbox_id: letterbox.id }, as })
  return status === 200 ? body : undefined
}

/** The letterbox as a visitor sees it, in the list and by its id, in both processes. */
const everywhere = () => Promise.all([test, other].flatMap((app) => [inList(app), byId(app)]))

const ofOwner = () => eq(users.id, letterbox.owner.id)
const ofLetterbox = () => eq(letterboxes.id, letterbox.id)

describe('a public letterbox', () => {
  it('has exactly the fields of the contract, in the list as well', async () => {
    for (const shown of await everywhere()) {
      expect(Object.keys(shown ?? {}).sort()).toEqual(Object.keys(letterboxSchema.shape).sort())
    }
  })

  const changes: [what: string, () => Promise<unknown>, Partial<Letterbox>][] = [
    [
      'its address',
      () => orm().update(letterboxes).set({ city: 'Bern' }).where(ofLetterbox()),
      { city: 'Bern' },
    ],
    [
      'the name of its owner',
      () => orm().update(users).set({ firstname: 'Cleo' }).where(ofOwner()),
      { firstname: 'Cleo' },
    ],
    [
      'whether the name is shown',
      () => orm().update(users).set({ show_name: false }).where(ofOwner()),
      { firstname: null },
    ],
    [
      'how it answers',
      () =>
        orm().insert(letterbox_answers).values({
          letterbox_id: letterbox.id,
          answers: 'day',
          loans: 4,
          computed_at: new Date(),
        }),
      { answers: 'day', loans: 4 },
    ],
    [
      'a sticker that goes',
      () => orm().delete(letterbox_items).where(eq(letterbox_items.letterbox_id, letterbox.id)),
      { items: [] },
    ],
    [
      'a sticker in the place of another',
      async () => {
        await createItem(orm(), 3)
        await orm()
          .update(letterbox_items)
          .set({ item_id: 3 })
          .where(
            and(eq(letterbox_items.letterbox_id, letterbox.id), eq(letterbox_items.item_id, 2)),
          )
      },
      {
        items: [
          { id: 1, image_path: 'item-1.svg', available: true, lent_until: null },
          { id: 3, image_path: 'item-3.svg', available: true, lent_until: null },
        ],
      },
    ],
    [
      'what is said of a sticker',
      () =>
        orm()
          .update(letterbox_items)
          .set({ line: '3 m' })
          .where(
            and(eq(letterbox_items.letterbox_id, letterbox.id), eq(letterbox_items.item_id, 2)),
          ),
      {
        items: [
          { id: 1, image_path: 'item-1.svg', available: true, lent_until: null },
          {
            id: 2,
            image_path: 'item-2.svg',
            available: true,
            line: '3 m',
            lent_until: null,
          },
        ],
      },
    ],
    [
      'another picture of a sticker',
      () => orm().update(items).set({ image_path: 'other.svg' }).where(eq(items.id, 2)),
      {
        items: [
          { id: 1, image_path: 'item-1.svg', available: true, lent_until: null },
          { id: 2, image_path: 'other.svg', available: true, lent_until: null },
        ],
      },
    ],
  ]

  it.each(changes)('shows a change at once in every process: %s', async (_, change, shown) => {
    for (const before of await everywhere()) expect(before).not.toMatchObject(shown)
    await change()
    for (const after of await everywhere()) expect(after).toMatchObject(shown)
  })

  it('disappears at once in every process when it is hidden, for any reason', async () => {
    const hiding = [
      () => orm().update(users).set({ show_on_map: false }).where(ofOwner()),
      () => orm().update(users).set({ suspended_at: new Date() }).where(ofOwner()),
      () =>
        orm()
          .update(letterboxes)
          .set({ hidden_at: new Date(), hidden_reason: 'spam' })
          .where(ofLetterbox()),
    ]
    for (const hide of hiding) {
      expect(await everywhere()).not.toContain(undefined)
      await hide()
      expect(await everywhere()).toEqual([undefined, undefined, undefined, undefined])
      await orm().update(users).set({ show_on_map: true, suspended_at: null }).where(ofOwner())
      await orm()
        .update(letterboxes)
        .set({ hidden_at: null, hidden_reason: null })
        .where(ofLetterbox())
      for (const app of [test, other]) await app.deps.letterboxFeed.refresh([letterbox.id])
    }
  })

  it('shows members at once that mails to its owner bounce, and visitors never', async () => {
    const user = await createUser(orm())
    const told = () =>
      Promise.all(
        [test, other].flatMap((app) => [inList(app, user.token), byId(app, user.token)]),
      ).then((all) => all.map((each) => each?.hard_to_reach))
    expect(await told()).toEqual(Array(4).fill(false))
    const address = letterbox.owner.email
    await orm().insert(refused_addresses).values({ address, code: '5.1.1' })
    expect(await told()).toEqual(Array(4).fill(true))
    const visitors = await everywhere()
    expect(visitors.map((each) => each?.hard_to_reach)).toEqual(Array(4).fill(false))
    await orm().delete(refused_addresses)
    expect(await told()).toEqual(Array(4).fill(false))
  })

  it('shows visitors no field for members, whoever asks first', async () => {
    const user = await createUser(orm())
    const { email } = letterbox.owner
    for (const app of [test, other]) {
      const shown = [await inList(app), await inList(app, user.token), await inList(app)]
      expect(shown.map((each) => each?.email)).toEqual([null, email, null])
    }
    expect((await inList(test, user.token))?.email).toBe(email)
    expect((await byId(test))?.email).toBeNull()
  })

  it('is hidden from an account that blocked its owner, and from no one else', async () => {
    const user = await createUser(orm())
    expect(await inList(test, user.token)).toBeDefined()
    const body = { user_id: letterbox.owner.id }
    expect((await test.call(blocksApi.block, { body, as: user.token })).status).toBeLessThan(300)
    expect([await inList(test, user.token), await byId(test, user.token)]).toEqual([
      undefined,
      undefined,
    ])
    expect(await inList(test)).toBeDefined()
  })

  it('loses supporter and active as time passes', async () => {
    const until = new Date(test.deps.clock().getTime() + DAY_MS)
    await orm().update(users).set({ membership_until: until }).where(ofOwner())
    expect(await inList(test)).toMatchObject({ role_name: 'supporter', active: true })
    test.advance(2 * DAY_MS)
    expect(await inList(test)).toMatchObject({ role_name: 'normal', active: true })
    test.advance(100 * DAY_MS)
    expect(await inList(test)).toMatchObject({ role_name: 'normal', active: false })
  })
})
