import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { solveCaptcha } from '#app/server/testing/captcha-solver.ts'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { privacyApi } from '#features/places/letterboxes/privacy/contract.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { local_mails } from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Language } from '#platform/shared/languages.ts'
import { MAX_WISHES, wishesApi } from '../contract.ts'
import { wishes } from '../tables.ts'

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

/** A spot far from those of all other tests. */
let latitude = -60
function newSpot() {
  latitude += 2
  return { latitude, longitude: 20 }
}
type Spot = ReturnType<typeof newSpot>

let visitors = 0
/** Each visitor has their own network, so that the tests do not use up each other's attempts. */
const newVisitor = () => {
  visitors++
  return { email: `visitor${visitors}@example.org`, ip: `10.0.${visitors >> 8}.${visitors & 255}` }
}

const wishAt = (spot: Spot, itemId = LADDER) => ({
  ...spot,
  item_id: itemId,
  radius: 5000 as const,
  lang: 'en' as const,
})

function wish(spot: Spot, user: TestUser, itemId = LADDER) {
  return test.call(wishesApi.create, { body: wishAt(spot, itemId), as: user.token })
}

async function mailsTo(email: string) {
  return (await test.mails()).filter(({ recipient }) => recipient === email)
}

const tokenIn = (text: string | undefined, path: string) =>
  new RegExp(`${path}\\?token=([\\w-]{43})`).exec(text ?? '')?.[1] ?? ''

/** A visitor with a confirmed wish. */
async function wishingVisitor(spot: Spot, lang: Language = 'en') {
  const { email, ip } = newVisitor()
  const body = { ...wishAt(spot), lang, email }
  expect((await test.call(wishesApi.create, { body, ip })).body).toEqual({
    status: 'confirmation_sent',
  })
  const [mail] = await mailsTo(email)
  const token = tokenIn(mail?.text, '/wishes/confirm')
  expect((await test.call(wishesApi.confirm, { body: { token } })).status).toBe(200)
  return { email, ip, token, confirmation: mail }
}

/** Adds the sticker to a letterbox on the map. */
async function lend(
  spot: Spot,
  itemIds = [LADDER],
  fields: Parameters<typeof createLetterbox>[1] = {},
) {
  const letterbox = await createLetterbox(orm(), { ...spot, ...fields })
  await saveItems(letterbox.owner, itemIds)
  return letterbox
}

async function saveItems(owner: TestUser, itemIds: number[]) {
  const body = { selected_items_id: itemIds }
  expect((await test.call(letterboxesApi.updateItems, { body, as: owner.token })).status).toBe(200)
}

async function answers(email: string): Promise<number> {
  await test.deps.jobs.drain('wishes')
  return (await mailsTo(email)).filter(({ subject }) => /Found|Gefunden|Trouvé/.test(subject))
    .length
}

describe('POST /wishes/create', () => {
  it('saves the wish of an account at once, and moves it when it is repeated', async () => {
    const user = await createUser(orm())
    expect(await wish({ latitude: 47.376543, longitude: 8.541234 }, user)).toMatchObject({
      status: 201,
      body: { status: 'saved' },
    })
    const [first] = (await test.call(wishesApi.list, { as: user.token })).body
    expect(first).toMatchObject({
      item_id: LADDER,
      latitude: 47.377,
      longitude: 8.541,
      radius: 5000,
    })
    expect(first?.place).toMatch(/Zürich/)
    await wish({ latitude: 46.2, longitude: 6.15 }, user)
    const again = (await test.call(wishesApi.list, { as: user.token })).body
    expect(again).toHaveLength(1)
    expect(again[0]).toMatchObject({ id: first?.id, place: expect.stringMatching(/Gen/) })
    expect(await mailsTo(user.email)).toEqual([])
  })

  it('mails a visitor for confirmation in their language and does nothing before', async () => {
    const spot = newSpot()
    const { email, ip } = newVisitor()
    await test.call(wishesApi.create, { body: { ...wishAt(spot), lang: 'fr', email }, ip })
    await lend(spot)
    expect(await answers(email)).toBe(0)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Veuillez confirmer votre souhait : Ladder fr')
    expect(mail?.text).toContain('https://lend.example/wishes/confirm?token=')
  })

  it('answers the same for the address of an account, which stays unchanged', async () => {
    const user = await createUser(orm())
    const body = { ...wishAt(newSpot()), email: user.email }
    const answer = await test.call(wishesApi.create, { body, ip: newVisitor().ip })
    expect(answer).toMatchObject({ status: 201, body: { status: 'confirmation_sent' } })
    expect((await test.call(wishesApi.list, { as: user.token })).body).toEqual([])
  })

  it('requires an address of a visitor and a confirmed address of an account', async () => {
    const body = wishAt(newSpot())
    expect(await test.call(wishesApi.create, { body })).toMatchObject({
      status: 422,
      error: { errors: { email: ['errors.validation.email'] } },
    })
    const fresh = await createUser(orm(), { email_confirmed_at: null })
    expect((await wish(newSpot(), fresh)).error.code).toBe('email_not_confirmed')
  })

  it.each([
    ['item_id', 999],
    ['item_id', 0],
    ['latitude', 91],
    ['longitude', 'x'],
    ['radius', 1234],
    ['email', 'nobody'],
  ])('returns 422 for %s %s', async (field, value) => {
    const body = { ...wishAt(newSpot()), email: newVisitor().email, [field]: value }
    const { status, error } = await test.call(wishesApi.create, { body: body as never })
    expect(status).toBe(422)
    expect(Object.keys(error.errors ?? {})).toEqual([field])
  })

  it('limits the mails to one address per day, whoever calls', async () => {
    const { email } = newVisitor()
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const body = { ...wishAt(newSpot()), email: count % 2 ? email : email.toUpperCase() }
      statuses.push((await test.call(wishesApi.create, { body, ip: newVisitor().ip })).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  it('limits the wishes of an account', async () => {
    const user = await createUser(orm())
    for (let id = 100; id < 100 + MAX_WISHES; id++) {
      await wish({ latitude: 1, longitude: 1 }, user, await createItem(orm(), id))
    }
    expect((await wish(newSpot(), user)).error.code).toBe('too_many_wishes')
    expect((await wish(newSpot(), user, 100)).status).toBe(201)
  })
})

it('POST /wishes/create requires a captcha from visitors only', async () => {
  const guarded = await createTestApp({ sharing: test, config: { captcha: true } })
  try {
    const { email, ip } = newVisitor()
    const body = { ...wishAt(newSpot()), email }
    const refused = await guarded.call(wishesApi.create, { body, ip })
    expect(refused.error.code).toBe('captcha_required')
    const captcha = await solveCaptcha(guarded)
    const creation = await guarded.call(wishesApi.create, { body: { ...body, captcha }, ip })
    expect(creation.status).toBe(201)
    const user = await createUser(orm())
    const own = await guarded.call(wishesApi.create, { body: wishAt(newSpot()), as: user.token })
    expect(own.status).toBe(201)
  } finally {
    await guarded.close()
  }
})

describe('POST /wishes/confirm', () => {
  it('succeeds in parallel and repeated calls', async () => {
    const spot = newSpot()
    const { email, ip } = newVisitor()
    for (const radius of [5000, 20_000] as const) {
      await test.call(wishesApi.create, { body: { ...wishAt(spot), radius, email }, ip })
    }
    const tokens = (await mailsTo(email)).map(({ text }) => tokenIn(text, '/wishes/confirm'))
    const all = [...tokens, ...tokens, ...tokens]
    const results = await Promise.all(
      all.map((token, index) =>
        (index % 2 ? test : other).call(wishesApi.confirm, { body: { token } }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(all.map(() => 200))
    const rows = await orm().select().from(wishes).where(eq(wishes.email, email))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.confirmed_at).not.toBeNull()
  })

  it('refuses a wrong link, a link of another kind, and one older than a week', async () => {
    const spot = newSpot()
    const { email, ip } = newVisitor()
    await test.call(wishesApi.create, { body: { ...wishAt(spot), email }, ip })
    const token = tokenIn((await mailsTo(email))[0]?.text, '/wishes/confirm')
    const codeOf = async (secret: string) =>
      (await test.call(wishesApi.confirm, { body: { token: secret } })).error.code
    expect(await codeOf('x'.repeat(43))).toBe('invalid_token')
    expect((await test.call(wishesApi.end, { body: { token } })).error.code).toBe('invalid_token')
    expect((await test.call(wishesApi.confirm, { body: {} as never })).status).toBe(422)
    test.advance(8 * DAY_MS)
    expect(await codeOf(token)).toBe('invalid_token')
    await cleanUp(test.deps, test.deps.clock())
    expect(await orm().select().from(wishes).where(eq(wishes.email, email))).toEqual([])
    test.advance(-8 * DAY_MS)
  })
})

describe('GET /wishes and POST /wishes/remove', () => {
  it('return and delete only the caller’s wishes', async () => {
    const user = await createUser(orm())
    const stranger = await createUser(orm())
    await wish(newSpot(), user)
    const [own] = (await test.call(wishesApi.list, { as: user.token })).body
    const body = { id: own?.id ?? '' }
    expect((await test.call(wishesApi.list, { as: stranger.token })).body).toEqual([])
    expect((await test.call(wishesApi.remove, { body, as: stranger.token })).status).toBe(404)
    expect((await test.call(wishesApi.remove, { body, as: user.token })).status).toBe(204)
    expect((await test.call(wishesApi.list, { as: user.token })).body).toEqual([])
  })

  it('return 401 without a session', async () => {
    expect((await test.call(wishesApi.list)).status).toBe(401)
    expect((await test.call(wishesApi.nearby)).status).toBe(401)
    const body = { id: '01234567-89ab-4cde-8f01-23456789abcd' }
    expect((await test.call(wishesApi.remove, { body })).status).toBe(401)
    const user = await createUser(orm())
    const wrong = { body: { id: 'x' } as never, as: user.token }
    expect((await test.call(wishesApi.remove, wrong)).status).toBe(404)
  })

  it('find no wishes after the account was deleted', async () => {
    const user = await createUser(orm())
    await wish(newSpot(), user)
    await orm().delete(users).where(eq(users.id, user.id))
    expect(await orm().select().from(wishes).where(eq(wishes.user_id, user.id))).toEqual([])
  })
})

describe('a letterbox that fulfils a wish', () => {
  it('causes a mail in each recipient’s language with public data only', async () => {
    const spot = newSpot()
    const visitor = await wishingVisitor(spot, 'de')
    const user = await createUser(orm(), { lang: 'fr' })
    await wish(spot, user)
    const letterbox = await lend({ ...spot, latitude: spot.latitude + 0.01 }, [LADDER], {
      address: 'Hafenweg 3',
      ownerFields: { firstname: 'Lea', lastname: 'Frei' },
    })
    expect(await answers(visitor.email)).toBe(1)
    const mail = (await mailsTo(visitor.email)).at(-1)
    expect(mail?.subject).toBe('Gefunden in deiner Nähe: Ladder de')
    expect(mail?.text).toContain(`https://lend.example/map/letterbox/${letterbox.id}`)
    expect(mail?.text).toMatch(/Hafenweg 3, 8004 Zürich \(1.1 km\)/)
    expect(mail?.text).not.toMatch(/Lea|Frei|@example/)
    expect((await mailsTo(user.email)).at(-1)?.subject).toBe('Trouvé près de chez vous : Ladder fr')
  })

  it('causes one mail, also from two processes and when saved repeatedly', async () => {
    const spot = newSpot()
    const { email } = await wishingVisitor(spot)
    const { owner } = await lend(spot)
    await Promise.all([test.deps.jobs.drain('wishes'), other.deps.jobs.drain('wishes')])
    expect(await answers(email)).toBe(1)
    for (const items of [[], [LADDER], [LADDER, DRILL]]) await saveItems(owner, items)
    test.advance(2 * DAY_MS)
    expect(await answers(email)).toBe(1)
    test.advance(-2 * DAY_MS)
  })

  it('causes its mail on the next day if one was sent today, with all later ones', async () => {
    const spot = newSpot()
    const { email } = await wishingVisitor(spot)
    await lend(spot)
    expect(await answers(email)).toBe(1)
    await lend(spot, [LADDER], { address: 'Gartenweg 1' })
    await lend(spot, [LADDER], { address: 'Gartenweg 2' })
    expect(await answers(email)).toBe(1)
    test.advance(DAY_MS + 1)
    expect(await answers(email)).toBe(2)
    const text = (await mailsTo(email)).at(-1)?.text
    expect(text).toContain('Gartenweg 1')
    expect(text).toContain('Gartenweg 2')
    expect(text).not.toContain('Langstrasse')
    test.advance(-DAY_MS - 1)
  })

  it('must lend the item, be near enough and new, and belong to another household', async () => {
    const spot = newSpot()
    const publicBox = await lend(spot)
    const { email } = await wishingVisitor(spot)
    const owner = await createUser(orm())
    await wish(spot, owner)
    await saveItems(publicBox.owner, [LADDER, DRILL])
    await lend(spot, [DRILL])
    await lend({ ...spot, latitude: spot.latitude + 0.1 })
    expect(await answers(email)).toBe(0)
    const letterbox = await createLetterbox(orm(), { ...spot, owner })
    const member = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: letterbox.id })
    await wish(spot, member)
    await saveItems(owner, [LADDER])
    expect(await answers(email)).toBe(1)
    expect(await answers(owner.email)).toBe(0)
    expect(await answers(member.email)).toBe(0)
  })

  it('causes its mail soon after the change, from any process', async () => {
    const spot = newSpot()
    const { email } = await wishingVisitor(spot)
    const working = await createTestApp({ sharing: test })
    await working.deps.jobs.work()
    await lend(spot)
    const rows = () => orm().select().from(local_mails).where(eq(local_mails.recipient, email))
    // Earlier than the job's interval.
    await vi.waitFor(async () => expect(await rows()).toHaveLength(2), { timeout: 4_000 })
    await working.close()
  })

  it('can be one that was hidden or elsewhere before', async () => {
    const spot = newSpot()
    const { email } = await wishingVisitor(spot)
    const hidden = await lend(spot, [LADDER], { ownerFields: { show_on_map: false } })
    const far = await lend({ ...spot, longitude: 21 })
    expect(await answers(email)).toBe(0)
    await test.call(privacyApi.update, { body: { show_on_map: true }, as: hidden.owner.token })
    expect(await answers(email)).toBe(1)
    await test.call(letterboxesApi.updateLocation, {
      body: { ...spot, certain: true },
      as: far.owner.token,
    })
    test.advance(DAY_MS + 1)
    expect(await answers(email)).toBe(2)
    test.advance(-DAY_MS - 1)
  })

  it('causes no mail if it was hidden before sending, and one when it is back', async () => {
    const spot = newSpot()
    const { email } = await wishingVisitor(spot)
    const { owner } = await lend(spot)
    await test.deps.jobs.drain('wishes')
    const show = (show_on_map: boolean) =>
      test.call(privacyApi.update, { body: { show_on_map }, as: owner.token })
    await show(false)
    expect(await answers(email)).toBe(0)
    await show(true)
    test.advance(DAY_MS + 1)
    expect(await answers(email)).toBe(1)
    test.advance(-DAY_MS - 1)
  })

  it('causes its mail also while the wishes of many unconfirmed accounts wait', async () => {
    const spot = newSpot()
    const people = await Promise.all(
      Array.from({ length: 50 }, () => createUser(orm(), { email_confirmed_at: null })),
    )
    const now = test.deps.clock()
    const expires_at = new Date(now.getTime() + DAY_MS)
    await orm()
      .insert(wishes)
      .values(
        people.map(({ id }, n) => ({
          ...wishAt(spot),
          // Before all others in the order in which wishes are answered.
          id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
          user_id: id,
          confirmed_at: now,
          expires_at,
        })),
      )
    const { email } = await wishingVisitor(spot)
    await lend(spot)
    const [first] = people
    expect(await answers(email)).toBe(1)
    await orm()
      .update(users)
      .set({ email_confirmed_at: now })
      .where(eq(users.id, first?.id ?? ''))
    expect(await answers(first?.email ?? '')).toBe(1)
    await orm().delete(wishes)
  })

  it('causes no mail for an expired wish', async () => {
    const spot = newSpot()
    const { email } = await wishingVisitor(spot)
    await lend(spot)
    test.advance(366 * DAY_MS)
    expect(await answers(email)).toBe(0)
    await cleanUp(test.deps, test.deps.clock())
    expect(await orm().select().from(wishes).where(eq(wishes.email, email))).toEqual([])
    test.advance(-366 * DAY_MS)
  })

  it('is queued only if the change itself is committed', async () => {
    const spot = newSpot()
    const { email } = await wishingVisitor(spot)
    const { id } = await createLetterbox(orm(), { ...spot, longitude: 21, items: [LADDER] })
    const broken = orm().transaction(async (tx) => {
      await tx.update(letterboxes).set(spot).where(eq(letterboxes.id, id))
      throw new Error('undone')
    })
    await expect(broken).rejects.toThrow('undone')
    expect(await answers(email)).toBe(0)
  })
})

describe('the end of a wish', () => {
  async function answered() {
    const spot = newSpot()
    const { email } = await wishingVisitor(spot)
    await lend(spot)
    expect(await answers(email)).toBe(1)
    const text = (await mailsTo(email)).at(-1)?.text
    const rows = () => orm().select().from(wishes).where(eq(wishes.email, email))
    return { token: tokenIn(text, '/wishes/end'), rows }
  }

  it('can be confirmed once with the button of its mails', async () => {
    const { token, rows } = await answered()
    const { status, body } = await test.call(wishesApi.end, { body: { token } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ item_id: LADDER, radius: 5000 })
    expect(await rows()).toEqual([])
    expect((await test.call(wishesApi.end, { body: { token } })).error.code).toBe('invalid_token')
    expect((await test.call(wishesApi.end, { body: {} as never })).status).toBe(422)
  })

  it('can come from a mail program’s one-click POST, but not from a GET', async () => {
    const { token, rows } = await answered()
    const url = `/api/v1/wishes/unsubscribe?token=${token}`
    const opened = await test.app.inject({ method: 'GET', url })
    expect(opened.headers.location).toBe(`/wishes/end?token=${token}`)
    expect(await rows()).toHaveLength(1)
    const click = {
      method: 'POST' as const,
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect((await test.app.inject(click)).statusCode).toBe(204)
    expect(await rows()).toEqual([])
    expect((await test.app.inject(click)).statusCode).toBe(204)
  })

  it('cancels a mail that waits to be sent', async () => {
    const spot = newSpot()
    const user = await createUser(orm())
    await wish(spot, user)
    await lend(spot)
    await test.deps.jobs.drain('wishes')
    const [own] = (await test.call(wishesApi.list, { as: user.token })).body
    await test.call(wishesApi.remove, { body: { id: own?.id ?? '' }, as: user.token })
    expect(await answers(user.email)).toBe(0)
  })
})

it('GET /wishes/nearby returns an item to an owner only if several neighbours wish for it', async () => {
  const spot = newSpot()
  const { owner } = await createLetterbox(orm(), spot)
  const neighbours = await Promise.all([1, 2, 3].map(() => createUser(orm())))
  for (const [index, neighbour] of neighbours.entries()) {
    await wish(spot, neighbour)
    if (index < 2) await wish(spot, neighbour, DRILL)
  }
  await wish(spot, owner, DRILL)
  const { body } = await test.call(wishesApi.nearby, { as: owner.token })
  expect(body).toEqual([{ item_id: LADDER, count: 3 }])
  const homeless = await createUser(orm())
  expect((await test.call(wishesApi.nearby, { as: homeless.token })).body).toEqual([])
})
