import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { letterbox_items } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { MAX_TRIES, wishesApi } from '../contract.ts'
import { ask_tries } from '../tables.ts'
import { itemUse } from './item-use.ts'

const LADDER = 1
const DRILL = 2

let test: TestApp
/** Another process on the same database. */
let other: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  other = await createTestApp({ sharing: test, config: { publicUrl: 'https://lend.example' } })
  await createItem(orm(), LADDER, 'Ladder')
  await createItem(orm(), DRILL, 'Drill')
})
afterAll(async () => {
  await other.close()
  await test.close()
})

const orm = () => test.deps.database.orm

/** A letterbox whose owner accepts requests and has not confirmed the address. */
const unreachable = (ownerFields: Parameters<typeof createUser>[1] = {}) =>
  createLetterbox(orm(), {
    items: [LADDER, DRILL],
    ownerFields: { enable_messaging: true, email_confirmed_at: null, lang: 'en', ...ownerFields },
  })
type Box = Awaited<ReturnType<typeof unreachable>>

const member = (firstname = 'Tom') => createUser(orm(), { firstname, lang: 'en' })

const press = (box: { id: string }, user: TestUser | null, item_id = LADDER) =>
  test.call(wishesApi.askLater, {
    body: { letterbox_id: box.id, item_id },
    ...(user && { as: user.token }),
  })

const triesOf = ({ id }: TestUser) =>
  orm().select().from(ask_tries).where(eq(ask_tries.user_id, id))

const confirm = ({ owner }: Box) =>
  orm().update(users).set({ email_confirmed_at: new Date() }).where(eq(users.id, owner.id))

/** The mails that told a user that they can ask now. */
async function toldOf({ email }: TestUser) {
  await test.deps.jobs.drain('wishes')
  const mails = await test.mails()
  return mails.filter(
    ({ recipient, subject }) => recipient === email && /^Now you can/.test(subject),
  )
}

describe('POST /wishes/askLater', () => {
  it('stores one try when it is called several times', async () => {
    const box = await unreachable()
    const tom = await member()
    const presses = [press(box, tom), press(box, tom), press(box, tom)]
    for (const { status } of await Promise.all(presses)) expect(status).toBe(204)
    expect(await triesOf(tom)).toMatchObject([{ letterbox_id: box.id, item_id: LADDER }])
  })

  it('requires a session and a confirmed address', async () => {
    const box = await unreachable()
    expect((await press(box, null)).status).toBe(401)
    const newcomer = await createUser(orm(), { email_confirmed_at: null })
    expect((await press(box, newcomer)).error.code).toBe('email_not_confirmed')
  })

  it('returns the same 404 for a hidden, a blocked and a missing letterbox', async () => {
    const tom = await member()
    const hidden = await unreachable({ show_on_map: false })
    const blocking = await unreachable()
    await test.call(blocksApi.block, {
      as: blocking.owner.token,
      body: { user_id: tom.id },
    })
    const nowhere = { id: '01234567-89ab-4cde-8f01-23456789abcd' }
    const answers = []
    for (const box of [hidden, blocking, nowhere]) {
      const { status, error } = await press(box, tom)
      answers.push({ status, error })
    }
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers[0]).toEqual(answers[2])
    expect(answers[1]).toEqual(answers[2])
    expect(await triesOf(tom)).toEqual([])
  })

  it('is refused if there is nothing to wait for', async () => {
    const tom = await member()
    const codeOf = async (box: Box, user = tom, item = LADDER) =>
      (await press(box, user, item)).error.code
    const box = await unreachable()
    expect(await codeOf(box, box.owner)).toBe('email_not_confirmed')
    await createItem(orm(), 3)
    expect(await codeOf(box, tom, 3)).toBe('not_borrowable')
    expect(await codeOf(await unreachable({ enable_messaging: false }))).toBe('not_borrowable')
    expect(await codeOf(await unreachable({ takes_requests: false }))).toBe('not_borrowable')
    expect(await codeOf(await unreachable({ reseller: true }))).toBe('not_borrowable')
    await confirm(box)
    expect(await codeOf(box)).toBe('status_changed')
    expect(await codeOf(box, box.owner)).toBe('own_letterbox')
    expect(await triesOf(tom)).toEqual([])
  })

  it('limits the open tries of an account', async () => {
    const tom = await member()
    const box = await unreachable()
    for (let n = 0; n < MAX_TRIES; n++) {
      await orm()
        .insert(ask_tries)
        .values({ user_id: tom.id, letterbox_id: (await unreachable()).id, item_id: LADDER })
    }
    expect((await press(box, tom)).error.code).toBe('too_many_wishes')
    await orm().update(ask_tries).set({ told_at: new Date() }).where(eq(ask_tries.user_id, tom.id))
    expect((await press(box, tom)).status).toBe(204)
  })
})

describe('the confirmation mail of an owner', () => {
  async function mailAgain({ owner }: Box) {
    await test.call(accountsApi.resendEmailConfirmationToken, { as: owner.token })
    const mails = await test.mails()
    return mails.findLast(({ recipient }) => recipient === owner.email)?.text ?? ''
  }

  it('names up to two people who asked, and their items', async () => {
    const box = await unreachable()
    expect(await mailAgain(box)).not.toContain('asked')
    await press(box, await member('Tom'))
    await press(box, await member('Eva'), DRILL)
    const text = await mailAgain(box)
    expect(text).toContain('Tom has asked for this at your letterbox: Ladder')
    expect(text).toContain('Eva has asked for this at your letterbox: Drill')
  })

  it('counts more people than that, without suspended accounts', async () => {
    const box = await unreachable()
    for (const name of ['Tom', 'Eva', 'Ida']) await press(box, await member(name))
    const gone = await member('Kai')
    await press(box, gone)
    await orm()
      .update(users)
      .set({ suspended_at: new Date(), suspended_reason: 'Asked for money.' })
      .where(eq(users.id, gone.id))
    const text = await mailAgain(box)
    expect(text).toContain('3 people have asked')
    expect(text).not.toMatch(/Tom|Eva|Ida|Kai/)
  })
})

describe('a letterbox that can be asked from now on', () => {
  it('causes one mail with all tried items, also from two processes', async () => {
    const box = await unreachable()
    const tom = await member()
    await press(box, tom)
    await press(box, tom, DRILL)
    expect(await toldOf(tom)).toEqual([])
    await confirm(box)
    await Promise.all([test.deps.jobs.drain('wishes'), other.deps.jobs.drain('wishes')])
    const [mail, ...more] = await toldOf(tom)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/Ladder/)
    expect(mail?.subject).toMatch(/Drill/)
    expect(mail?.text).toContain(`https://lend.example/map/letterbox/${box.id}`)
    test.advance(2 * DAY_MS)
    expect(await toldOf(tom)).toHaveLength(1)
    test.advance(-2 * DAY_MS)
  })

  it('causes no mail while hidden, across a block, or without the item', async () => {
    const hidden = await unreachable()
    const blocking = await unreachable()
    const empty = await unreachable()
    const tom = await member()
    for (const box of [hidden, blocking, empty]) expect((await press(box, tom)).status).toBe(204)
    await orm().update(users).set({ show_on_map: false }).where(eq(users.id, hidden.owner.id))
    await test.call(blocksApi.block, { as: blocking.owner.token, body: { user_id: tom.id } })
    await orm().delete(letterbox_items).where(eq(letterbox_items.letterbox_id, empty.id))
    for (const box of [hidden, blocking, empty]) await confirm(box)
    expect(await toldOf(tom)).toEqual([])
    await orm().update(users).set({ show_on_map: true }).where(eq(users.id, hidden.owner.id))
    expect(await toldOf(tom)).toHaveLength(1)
  })

  it('is checked again before the mail is sent, and causes it when it is back', async () => {
    const box = await unreachable()
    const tom = await member()
    await press(box, tom)
    await confirm(box)
    await test.deps.jobs.drain('wishes')
    const show = (show_on_map: boolean) =>
      orm().update(users).set({ show_on_map }).where(eq(users.id, box.owner.id))
    await show(false)
    expect(await test.mails()).not.toContainEqual(expect.objectContaining({ recipient: tom.email }))
    await show(true)
    expect(await toldOf(tom)).toHaveLength(1)
  })
})

describe('a try', () => {
  it('is deleted with the account and after a season', async () => {
    const box = await unreachable()
    const [tom, eva] = [await member(), await member()]
    await press(box, tom)
    await press(box, eva)
    await orm().delete(users).where(eq(users.id, eva.id))
    expect(await triesOf(eva)).toEqual([])
    test.advance(91 * DAY_MS)
    await cleanUp(test.deps, test.deps.clock())
    expect(await triesOf(tom)).toEqual([])
    test.advance(-91 * DAY_MS)
  })

  it('moves once to the item that replaces its own', async () => {
    const box = await unreachable()
    const tom = await member()
    await press(box, tom)
    await press(box, tom, DRILL)
    await orm().transaction((tx) => itemUse.move(tx, DRILL, LADDER))
    expect(await triesOf(tom)).toMatchObject([{ item_id: LADDER }])
  })

  it('moves when two accounts are merged, without duplicates', async () => {
    const admin = await createUser(orm(), { role_id: 3 })
    const box = await unreachable()
    const [from, into] = [await member(), await member()]
    await press(box, from)
    await press(box, from, DRILL)
    await press(box, into)
    const query = { id: into.id, from: from.id }
    const { body } = await test.call(adminUsersApi.mergePreview, { as: admin.token, query })
    const merged = await test.call(adminUsersApi.merge, {
      as: admin.token,
      body: { ...query, seen: body.seen },
    })
    expect(merged.status).toBe(200)
    const items = (await triesOf(into)).map(({ item_id }) => item_id)
    expect(items.sort()).toEqual([LADDER, DRILL])
  })
})
