import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { waitsApi } from '#features/lending/waits/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { mayBeAsked } from '#features/places/letterboxes/askable.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { countSilences } from '#features/places/letterboxes/reach/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { NEVER_SEEN, users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { feedMailings } from '#platform/server/mail/mailings.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { PRESET_LIMITS, type UNCLAIMED_FATES } from '#platform/shared/settings/limits.ts'
import { mailAskedOwners } from './claims.ts'
import { followClaims } from './unclaimed.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
// Each test needs only its own letterbox.
beforeEach(() => test.deps.database.orm.delete(letterboxes))

const orm = () => test.deps.database.orm
const ago = (days: number) => new Date(test.deps.clock().getTime() - days * DAY_MS)

let keys = 0
/** An imported letterbox. */
const makeImported = (
  mailedDaysAgo: number | null,
  ownerFields: Partial<typeof users.$inferInsert> = {},
) =>
  createLetterbox(orm(), {
    items: [4],
    import_key: `key ${++keys}`,
    created_at: ago(400),
    items_confirmed_at: null,
    location_verified: false,
    claim_mailed_at: mailedDaysAgo === null ? null : ago(mailedDaysAgo),
    ownerFields: {
      email_confirmed_at: null,
      password_hash: null,
      last_seen_at: NEVER_SEEN,
      enable_messaging: true,
      ...ownerFields,
    },
  })

/** A letterbox that a whole site brought 60 days ago; it is years old, and its owner had used it there. */
const makeMoved = (
  mailedDaysAgo: number | null,
  ownerFields: Partial<typeof users.$inferInsert> = {},
) =>
  createLetterbox(orm(), {
    items: [4],
    created_at: ago(2000),
    imported_at: ago(60),
    items_confirmed_at: null,
    location_verified: true,
    claim_mailed_at: mailedDaysAgo === null ? null : ago(mailedDaysAgo),
    ownerFields: {
      email_confirmed_at: null,
      last_seen_at: ago(900),
      password_hash: '$imported$bcrypt$10$salt$argon2id$hash',
      enable_messaging: true,
      ...ownerFields,
    },
  })

async function choose(unclaimed: (typeof UNCLAIMED_FATES)[number]) {
  const admin = await createUser(orm(), { role_id: 3 })
  // The test clock moved by more than the lifetime of a session.
  const as = await createSession(orm(), { userId: admin.id }, test.deps.clock())
  const all = await test.call(settingsApi.list, { as })
  const version = all.body.find(({ key }) => key === 'limits')?.version ?? 0
  const value = { ...PRESET_LIMITS, unclaimed }
  const body = { key: 'limits' as const, version, value }
  const saved = await test.call(settingsApi.save, { as, body })
  expect([saved.status, saved.body.value]).toEqual([200, value])
}

async function look({ id }: TestLetterbox) {
  await test.deps.letterboxFeed.refresh([id])
  const { status, body } = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
  return status === 200 ? { asked: mayBeAsked(body), requests: body.takes_requests } : status
}
const unclaimedOnes = async () => (await countSilences(orm())).unclaimed

async function confirm({ owner }: TestLetterbox) {
  const token = await createToken(orm(), 'email_confirmation', owner, test.deps.clock())
  const body = { email_confirmation_token: token }
  expect((await test.call(accountsApi.emailConfirmation, { body })).status).toBe(200)
}

describe('an unclaimed letterbox of a site that was moved in', () => {
  it('cannot be asked, and takes no requests eight weeks after the mail', async () => {
    await choose('address_only')
    const box = await makeMoved(55)
    await followClaims(test.deps)
    // "Just ring the bell."
    expect(await look(box)).toEqual({ asked: false, requests: true })
    test.advance(DAY_MS)
    await followClaims(test.deps)
    expect([await look(box), await unclaimedOnes()]).toEqual([{ asked: false, requests: false }, 1])
    await confirm(box)
    expect([await look(box), await unclaimedOnes()]).toEqual([{ asked: true, requests: true }, 0])
  })

  it('leaves the map if the setting says so, and comes back when its owner logs in', async () => {
    await choose('off_map')
    const box = await makeMoved(56)
    await followClaims(test.deps)
    expect([await look(box), await unclaimedOnes()]).toEqual([404, 1])
    await orm()
      .update(users)
      .set({ last_seen_at: test.deps.clock() })
      .where(eq(users.id, box.owner.id))
    await followClaims(test.deps)
    expect(await look(box)).toMatchObject({ requests: true })
  })

  it('without an e-mail address is counted from the import, not from its creation there', async () => {
    await choose('off_map')
    const box = await makeMoved(null, { password_hash: null })
    const late = await makeMoved(null, { password_hash: null })
    for (const { owner } of [box, late])
      await orm().update(users).set({ email: null }).where(eq(users.id, owner.id))
    await orm()
      .update(letterboxes)
      .set({ imported_at: ago(55) })
      .where(eq(letterboxes.id, late.id))
    await followClaims(test.deps)
    expect([await look(box), await look(late)]).toEqual([
      { asked: false, requests: false },
      { asked: false, requests: true },
    ])
  })

  it.each([
    ['was never mailed', null, {}],
    ['has logged in here lately', 90, { last_seen_at: new Date() }],
    ['has logged in here with the old password, which replaces it', 90, { password_hash: 'new' }],
    ['had confirmed the address there', 90, { email_confirmed_at: new Date('2020-01-01') }],
  ])('is not one whose owner %s', async (_who, mailed, ownerFields) => {
    await choose('off_map')
    const box = await makeMoved(mailed, ownerFields)
    await followClaims(test.deps)
    expect(await look(box)).toMatchObject({ requests: true })
    expect(await unclaimedOnes()).toBe(0)
  })
})

describe('an unclaimed imported letterbox', () => {
  it('takes no requests after eight weeks, until the address is confirmed', async () => {
    await choose('address_only')
    const box = await makeImported(55)
    await followClaims(test.deps)
    expect([await look(box), await unclaimedOnes()]).toEqual([{ asked: false, requests: true }, 0])
    test.advance(DAY_MS)
    await followClaims(test.deps)
    expect([await look(box), await unclaimedOnes()]).toEqual([{ asked: false, requests: false }, 1])
    await confirm(box)
    expect([await look(box), await unclaimedOnes()]).toEqual([{ asked: true, requests: true }, 0])
    test.advance(100 * DAY_MS)
    await followClaims(test.deps)
    expect(await look(box)).toEqual({ asked: true, requests: true })
  })

  it('leaves the map if the setting says so, until the address is confirmed', async () => {
    await choose('off_map')
    const box = await makeImported(56)
    await followClaims(test.deps)
    expect([await look(box), await unclaimedOnes()]).toEqual([404, 1])
    await confirm(box)
    expect([await look(box), await unclaimedOnes()]).toEqual([{ asked: true, requests: true }, 0])
  })

  it('follows a change of the setting', async () => {
    await choose('address_only')
    const box = await makeImported(60)
    await followClaims(test.deps)
    await choose('off_map')
    await followClaims(test.deps)
    expect(await look(box)).toBe(404)
    await choose('address_only')
    await followClaims(test.deps)
    expect(await look(box)).toEqual({ asked: false, requests: false })
    expect(await unclaimedOnes()).toBe(1)
  })

  it('stays on the map if its owner has no e-mail address', async () => {
    await choose('off_map')
    const box = await makeImported(null, { enable_messaging: false })
    await orm().update(users).set({ email: null }).where(eq(users.id, box.owner.id))
    await followClaims(test.deps)
    expect([await look(box), await unclaimedOnes()]).toEqual([{ asked: false, requests: false }, 1])
  })

  it.each([
    ['was never mailed', null, {}],
    ['was there since', 90, { last_seen_at: new Date() }],
    ['has confirmed the address', 90, { email_confirmed_at: new Date() }],
  ])('is not one whose owner %s', async (_who, mailed, ownerFields) => {
    await choose('off_map')
    const box = await makeImported(mailed, ownerFields)
    await followClaims(test.deps)
    expect(await look(box)).toMatchObject({ requests: true })
    expect(await unclaimedOnes()).toBe(0)
  })

  it('becomes claimed when its owner confirms the address another way', async () => {
    await choose('off_map')
    const box = await makeImported(90)
    await followClaims(test.deps)
    await orm()
      .update(users)
      .set({ email_confirmed_at: test.deps.clock() })
      .where(eq(users.id, box.owner.id))
    await followClaims(test.deps)
    expect(await look(box)).toEqual({ asked: true, requests: true })
  })

  it('becomes claimed when its owner is seen without confirming the address', async () => {
    await choose('off_map')
    const box = await makeImported(90)
    await followClaims(test.deps)
    await orm()
      .update(users)
      .set({ last_seen_at: test.deps.clock() })
      .where(eq(users.id, box.owner.id))
    await followClaims(test.deps)
    expect(await look(box)).toMatchObject({ requests: true })
  })
})

describe('a member wants to ask for something at an unclaimed letterbox', () => {
  const wantToAsk = async (letterbox: TestLetterbox) => {
    const member = await createUser(orm(), { enable_messaging: true })
    await test.deps.letterboxFeed.refresh([letterbox.id])
    const body = { letterbox_id: letterbox.id, item_id: 4 }
    const as = await createSession(orm(), { userId: member.id }, test.deps.clock())
    return (await test.call(waitsApi.join, { as, body })).status
  }
  const mails = async ({ owner }: TestLetterbox) => {
    await mailAskedOwners(test.deps)
    await feedMailings(test.deps)
    return (await test.mails()).filter(({ recipient }) => recipient === owner.email)
  }

  it.each([
    ['of a list', makeImported],
    ['of a site that moved in', makeMoved],
  ])('%s: the owner gets one mail with a link, however many ask', async (_which, make) => {
    const letterbox = await make(null)
    expect(await mails(letterbox)).toEqual([])
    expect(await wantToAsk(letterbox)).toBe(200)
    const [mail, ...more] = await mails(letterbox)
    expect(more).toEqual([])
    expect(mail?.text).toMatch(/email_confirmation_token=/)
    expect(await wantToAsk(letterbox)).toBe(200)
    expect(await mails(letterbox)).toHaveLength(1)
  })

  it('an owner who was mailed before gets no second mail', async () => {
    const letterbox = await makeImported(3)
    expect(await wantToAsk(letterbox)).toBe(200)
    expect(await mails(letterbox)).toEqual([])
  })
})
