import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { cases } from '#features/community/moderation/tables.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type AdminLetterbox, adminLetterboxesApi as api } from '../../contract.admin.ts'
import { letterboxesApi } from '../../contract.ts'
import { household_members, letterboxes } from '../../tables.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const ITEM = 4
const OTHER_ITEM = 5

let test: TestApp
let moderator: TestUser
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  moderator = await createUser(orm(), { role_id: 2, firstname: 'Mona', lastname: 'Frei' })
  admin = await createUser(orm(), { role_id: 3 })
  await createItem(orm(), OTHER_ITEM)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const byId = async (id: string, as = moderator.token) =>
  (await test.call(api.byId, { query: { id }, as })).body
type Query = Parameters<typeof test.call<typeof api.list>>[1]
const list = async (query: NonNullable<Query>['query'] = {}) =>
  (await test.call(api.list, { as: moderator.token, query })).body
type Act = 'show' | 'verify' | 'unverify'
const act = (name: Act, id: string, version: number, as = moderator.token) =>
  test.call(api[name], { body: { id, version }, as })
const hide = (id: string, version: number, reason = 'Nobody lives there', as = moderator.token) =>
  test.call(api.hide, { body: { id, version, reason }, as })
const editOf = ({
  address,
  address_addition,
  postcode,
  city,
  country,
  ...rest
}: AdminLetterbox) => ({
  address,
  address_addition,
  postcode,
  city,
  country,
  latitude: rest.latitude,
  longitude: rest.longitude,
  selected_items_id: rest.items.map(({ id }) => id),
  removed_lines: [] as number[],
  certain: false,
})
const update = (
  read: AdminLetterbox,
  change: Partial<ReturnType<typeof editOf>>,
  as = moderator.token,
) =>
  test.call(api.update, {
    body: { id: read.id, version: read.version, ...editOf(read), ...change },
    as,
  })
const mailsTo = async ({ email }: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)
const actsOn = (id: string) => orm().select().from(audit_log).where(eq(audit_log.subject_id, id))

describe('the list of letterboxes', () => {
  it('finds a letterbox by address, postcode, city, and name or e-mail address of its owner', async () => {
    const ownerFields = { firstname: 'Zoë', lastname: 'O’Neill_', email: 'Zoe.O%N@Example.org' }
    const { id } = await createLetterbox(orm(), {
      ownerFields,
      address: 'Quittenweg 7',
      address_addition: 'Hinterhaus',
      postcode: '9999',
      city: 'Zwischenwasser',
    })
    const findIds = async (search: string) => (await list({ search })).rows.map((row) => row.id)
    for (const typed of [
      ...['quittenweg', 'Quittenweg 7', 'hinterhaus', '9999 zwischen', 'ZWISCHENWASSER'],
      ...['zoë  o’n', 'ZOE.O%n@', '_'],
    ]) {
      expect([typed, await findIds(typed)]).toEqual([typed, [id]])
    }
    expect(await findIds('zoe_o%n')).toEqual([])
  })

  it('shows the facts of a row but no e-mail address', async () => {
    const owner = await createUser(orm(), { firstname: 'Rea', lastname: 'Row', reseller: true })
    const { id } = await createLetterbox(orm(), { owner, items: [ITEM, OTHER_ITEM] })
    await orm()
      .insert(cases)
      .values([
        {
          kind: 'report',
          letterbox_id: id,
          type: 'other',
          title: 'Gone',
          email: 'r@example.org',
          lang: 'en',
        },
        {
          kind: 'report',
          letterbox_id: id,
          type: 'other',
          title: 'Old',
          email: 'r@example.org',
          lang: 'en',
          handled_at: new Date(),
          outcome: 'done',
        },
      ])
    const { rows } = await list({ search: 'Rea Row' })
    expect(rows).toMatchObject([
      {
        id,
        name: 'Rea Row',
        role_name: 'reseller',
        on_map: true,
        hidden: null,
        stickers: 2,
        open_reports: 1,
        location_verified: true,
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(owner.email)
  })

  it('can be filtered to what needs attention, and sorted', async () => {
    const lastname = 'Filterer'
    const make = (city: string, firstname: string, fields = {}, ownerFields = {}) =>
      createLetterbox(orm(), {
        city,
        ownerFields: { lastname, firstname, ...ownerFields },
        ...fields,
      })
    const later = new Date(Date.now() + DAY_MS)
    await make('Aarau', 'Cid', { hidden_at: new Date(), hidden_reason: 'Gone' })
    await make('Bern', 'Bea', { location_verified: false }, { reseller: true })
    const unplaced = { latitude: null, longitude: null, location_verified: false }
    const { id } = await make('Chur', 'Ann', unplaced, { membership_until: later })
    const report = { type: 'other', title: 'Gone', email: 'r@example.org', lang: 'en' } as const
    await orm()
      .insert(cases)
      .values({ kind: 'report', letterbox_id: id, ...report })
    const cities = async (query: object) => {
      const { rows, total } = await list({ search: lastname, ...query })
      expect(total).toBe(rows.length)
      return rows.map(({ city }) => city)
    }
    expect(await cities({ state: 'hidden' })).toEqual(['Aarau'])
    expect(await cities({ state: 'unverified' })).toEqual(['Bern'])
    expect(await cities({ state: 'reseller' })).toEqual(['Bern'])
    expect(await cities({ state: 'unplaced' })).toEqual(['Chur'])
    expect(await cities({ state: 'supporter' })).toEqual(['Chur'])
    expect(await cities({ state: 'reported' })).toEqual(['Chur'])
    expect(await cities({ sort: '-city' })).toEqual(['Chur', 'Bern', 'Aarau'])
    expect(await cities({ sort: 'name' })).toEqual(['Chur', 'Bern', 'Aarau'])
    expect(await cities({ sort: 'created_at' })).toEqual(['Aarau', 'Bern', 'Chur'])
    const second = await list({ search: lastname, sort: 'city', size: '2', page: '2' })
    expect([second.rows.map(({ city }) => city), second.total]).toEqual([['Chur'], 3])
  })

  it.each([{ size: '201' }, { state: 'lost' as never }, { sort: 'id' as never }])(
    'refuses %j',
    async (query) => {
      expect((await test.call(api.list, { as: moderator.token, query })).status).toBe(400)
    },
  )
})

describe('one letterbox', () => {
  it('is returned with its owner, its reports and its history', async () => {
    const { id, owner } = await createLetterbox(orm(), {
      items: [ITEM],
      ownerFields: { show_on_map: false, lang: 'fr' },
    })
    const member = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: id })
    const report = { title: 'No sticker', text: '<b>none</b>', email: 'reader@example.org' }
    await orm()
      .insert(cases)
      .values({ kind: 'report', letterbox_id: id, type: 'missing_sticker', lang: 'en', ...report })
    const { version } = await byId(id)
    await act('unverify', id, version)
    const whole = await byId(id)
    expect(whole).toMatchObject({
      id,
      on_map: false,
      household: 2,
      items: [{ id: ITEM }],
      location_verified: false,
      owner: { id: owner.id, email: owner.email, lang: 'fr', suspended: false },
      privacy: { show_on_map: false },
      reports: [{ title: 'No sticker', message: '<b>none</b>', open: true }],
      history: [{ verb: 'unverify', by: { id: moderator.id, name: 'Mona Frei' } }],
    })
    expect(JSON.stringify(whole)).not.toContain('reader@example.org')
  })

  it('returns 404 for an unknown id', async () => {
    const readAsModerator = (id: string) =>
      test.call(api.byId, { query: { id }, as: moderator.token })
    expect([(await readAsModerator(UNKNOWN)).status, (await readAsModerator('1')).status]).toEqual([
      404, 400,
    ])
  })
})

describe('a correction', () => {
  it('of address, spot and stickers is mailed to the owner and recorded without the typed text', async () => {
    const { id, owner } = await createLetterbox(orm(), {
      items: [ITEM],
      ownerFields: { lang: 'en', show_on_map: false },
      address_verified_at: new Date(),
    })
    const { status, body } = await update(await byId(id), {
      address: 'Rosenweg 3',
      latitude: 47.5,
      longitude: 8.6,
      selected_items_id: [OTHER_ITEM],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      address: 'Rosenweg 3',
      latitude: 47.5,
      longitude: 8.6,
      items: [{ id: OTHER_ITEM }],
      location_verified: true,
      address_verified: false,
      // Moderators cannot change the owner's privacy settings.
      privacy: { show_on_map: false },
    })
    const [mail] = await mailsTo(owner)
    expect(mail?.subject).toBe('We have changed your letterbox')
    for (const text of ['Rosenweg 3, 8004 Zürich', 'Set anew', 'Item 5', 'Item 4']) {
      expect(mail?.text).toContain(text)
    }
    const [entry] = await actsOn(id)
    expect(entry).toMatchObject({
      verb: 'update',
      actor_id: moderator.id,
      before: { address: '…', spot: '…', stickers: [ITEM] },
      after: { address: '…', spot: '…', stickers: [OTHER_ITEM] },
    })
    expect(JSON.stringify(entry)).not.toContain('Rosenweg')
  })

  it('of the address alone leaves the spot unconfirmed and says so', async () => {
    const { id, owner } = await createLetterbox(orm(), { ownerFields: { lang: 'de' } })
    const { body } = await update(await byId(id), { address: 'Rosenweg 4' })
    expect(body).toMatchObject({ latitude: null, location_verified: false })
    expect((await mailsTo(owner))[0]?.text).toContain('Bitte zeige auf der Karte, wo er steht')
  })

  it('of the address moves the letterbox at once to the house found', async () => {
    const { id } = await createLetterbox(orm(), {
      address: 'Kaiserstrasse 1',
      postcode: '76131',
      city: 'Karlsruhe',
      country: 'DE',
      latitude: 49.009,
      longitude: 8.404,
    })
    const house = { address: 'Städtle 32', postcode: '9490', city: 'Vaduz', country: 'LI' }
    const { body } = await update(await byId(id), house)
    expect(body.latitude).toBeCloseTo(47.1395, 3)
    expect(body).toMatchObject({ ...house, location_verified: false })
  })

  it('with a spot far from the address has to be marked as certain', async () => {
    const { id } = await createLetterbox(orm())
    const spot = { latitude: 47.14, longitude: 9.52 }
    const refused = await update(await byId(id), spot)
    expect([refused.status, refused.error.errors]).toEqual([
      422,
      { latitude: ['errors.validation.spotElsewhere'] },
    ])
    expect((await update(await byId(id), { ...spot, certain: true })).body).toMatchObject(spot)
  })

  it('is seen by the owner and on the map at once', async () => {
    const { id, owner } = await createLetterbox(orm(), { latitude: 46.1, longitude: 7.1 })
    await update(await byId(id), { latitude: 46.2, longitude: 7.2, certain: true })
    const box = { north_east: '46.21,7.21', south_west: '46.19,7.19' }
    const there = await test.call(letterboxesApi.list, { query: box as never })
    expect(there.body.letterboxes.map((each) => each.id)).toEqual([id])
    const { body } = await test.call(profileApi.userinfo, { as: owner.token })
    expect(body.letterbox).toMatchObject({ latitude: 46.2, hidden: null })
  })

  it('that changes nothing creates no version', async () => {
    const { id, owner } = await createLetterbox(orm(), { items: [ITEM] })
    const read = await byId(id)
    expect((await update(read, {})).body).toMatchObject({ version: read.version, history: [] })
    expect(await mailsTo(owner)).toEqual([])
  })

  it('is validated by the rules of the owner’s forms', async () => {
    const { id } = await createLetterbox(orm())
    const read = await byId(id)
    const refused = async (change: object) => {
      const { status, error } = await update(read, change)
      return [status, Object.keys(error.errors ?? {})]
    }
    expect(await refused({ address: ' ' })).toEqual([422, ['address']])
    expect(await refused({ country: 'Utopia' })).toEqual([422, ['country']])
    expect(await refused({ latitude: 91 })).toEqual([422, ['latitude']])
    expect(await refused({ latitude: null })).toEqual([422, ['latitude']])
    expect(await refused({ selected_items_id: [999] })).toEqual([422, ['selected_items_id']])
    expect(await byId(id)).toEqual(read)
  })

  it('removes improper lines and tells the owner of which stickers', async () => {
    const { id, owner } = await createLetterbox(orm(), { items: [ITEM, OTHER_ITEM] })
    const say = (item_id: number, line: string) =>
      test.call(letterboxesApi.updateItemLine, { as: owner.token, body: { item_id, line } })
    await say(ITEM, 'Something bad')
    await say(OTHER_ITEM, '3 m')
    const read = await byId(id)
    expect(read.items.map(({ line }) => line)).toEqual(['Something bad', '3 m'])
    expect((await list({ search: 'something b' })).rows.map((row) => row.id)).toEqual([id])
    const { status, body } = await update(read, { removed_lines: [ITEM] })
    expect([status, body.items.map(({ line }) => line)]).toEqual([200, [undefined, '3 m']])
    const [mail] = await mailsTo(owner)
    expect(mail?.text).toMatch(/Line removed from:?\s+Item 4/)
    expect(mail?.text).not.toMatch(/Something bad|Item 5/)
    expect(await actsOn(id)).toMatchObject([{ verb: 'update', after: { lines: '…' } }])
    expect(JSON.stringify(await actsOn(id))).not.toContain('Something')
    // A moderator who read an older line cannot remove the new one.
    await say(OTHER_ITEM, '4 m')
    expect((await update(body, { removed_lines: [OTHER_ITEM] })).status).toBe(409)
    expect((await byId(id)).items.map(({ line }) => line)).toEqual([undefined, '4 m'])
  })

  it('is not mailed to an unconfirmed address', async () => {
    const { id, owner } = await createLetterbox(orm(), {
      ownerFields: { email_confirmed_at: null },
    })
    await update(await byId(id), { city: 'Uster' })
    expect(await mailsTo(owner)).toEqual([])
  })

  it('of an outdated version is refused and returns the current letterbox', async () => {
    const { id, owner } = await createLetterbox(orm())
    const read = await byId(id)
    await test.call(letterboxesApi.updateItems, {
      as: owner.token,
      body: { selected_items_id: [OTHER_ITEM] },
    })
    const { status, error } = await update(read, { city: 'Uster' })
    expect([status, error.code]).toEqual([409, 'changed_meanwhile'])
    expect(error.current).toMatchObject({ city: 'Zürich', items: [{ id: OTHER_ITEM }] })
    expect((await byId(id)).city).toBe('Zürich')
  })

  it('by two administrators at the same time is applied once', async () => {
    const { id } = await createLetterbox(orm())
    const read = await byId(id)
    const answers = await Promise.all([
      update(read, { city: 'Uster' }),
      update(read, { city: 'Wald' }, admin.token),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await actsOn(id)).toHaveLength(1)
  })
})

describe('hiding a letterbox', () => {
  const TILE = { z: '14' as never, x: '8574' as never, y: '5735' as never }
  const tileOf = async (app: TestApp) =>
    (await app.call(letterboxesApi.tile, { params: TILE })).body.letterboxes.map(({ id }) => id)

  it('removes it from the map of every process, tells the owner why, and can be undone', async () => {
    const { id, owner } = await createLetterbox(orm(), {
      latitude: 47.4,
      longitude: 8.4,
      items: [ITEM],
      ownerFields: { enable_messaging: true },
    })
    const second = await createTestApp({ sharing: test })
    await test.deps.letterboxFeed.refresh([id])
    expect([await tileOf(test), await tileOf(second)]).toEqual([[id], [id]])
    const { version } = await byId(id)
    const reason = 'The house is gone.\n<b>See</b> www.example.org'
    const { status, body } = await hide(id, version, `  ${reason} `)
    expect([status, body.on_map, body.hidden?.reason]).toEqual([200, false, reason])
    expect(await tileOf(test)).toEqual([])
    await expect.poll(() => tileOf(second)).toEqual([])
    const [mail] = await mailsTo(owner)
    expect(mail?.subject).toBe('Your letterbox is hidden')
    expect(mail?.text).toContain('www.example.org')
    expect(mail?.html).toContain('&lt;b&gt;See')
    const own = await test.call(profileApi.userinfo, { as: owner.token })
    expect(own.body.letterbox?.hidden).toMatchObject({ reason })
    const shown = await act('show', id, body.version)
    expect([shown.body.hidden, shown.body.on_map]).toEqual([null, true])
    expect(await tileOf(test)).toEqual([id])
    await expect.poll(() => tileOf(second)).toEqual([id])
    const subjects = (await mailsTo(owner)).map(({ subject }) => subject)
    expect(subjects).toContain('Your letterbox is no longer hidden')
    await second.close()
  })

  it('records the act but not the reason', async () => {
    const { id } = await createLetterbox(orm())
    await hide(id, 0, 'Anna has moved away')
    const acts = await actsOn(id)
    expect(acts).toMatchObject([{ verb: 'hide', actor_id: moderator.id, after: { reason: '…' } }])
    expect(JSON.stringify(acts)).not.toContain('Anna')
  })

  it('leaves its public page to moderators and its household only', async () => {
    const { id, owner } = await createLetterbox(orm())
    await hide(id, 0)
    const other = await createUser(orm())
    const query = { letterbox_id: id }
    const statusFor = async (as?: string) =>
      (await test.call(letterboxesApi.byId, { query, as })).status
    expect([
      ...[
        await statusFor(owner.token),
        await statusFor(moderator.token),
        await statusFor(admin.token),
      ],
      ...[await statusFor(other.token), await statusFor()],
    ]).toEqual([200, 200, 200, 404, 404])
  })

  it.each([
    ['de', 'Dein Briefkasten ist ausgeblendet', 'Dein Briefkasten ist nicht mehr ausgeblendet'],
    ['fr', 'Votre boîte aux lettres est masquée', 'Votre boîte aux lettres n’est plus masquée'],
  ] as const)('sends a mail in the language of the owner: %s', async (lang, hidden, shown) => {
    const { id, owner } = await createLetterbox(orm(), { ownerFields: { lang } })
    const { body } = await hide(id, 0)
    await act('show', id, body.version)
    const subjects = (await mailsTo(owner)).map(({ subject }) => subject)
    // Mails are sent concurrently, so their order is not fixed.
    expect(subjects.sort()).toEqual([hidden, shown].sort())
  })

  it('requires a reason of a readable length', async () => {
    const { id } = await createLetterbox(orm())
    for (const reason of ['', ' \n', 'x'.repeat(1001)]) {
      expect((await hide(id, 0, reason)).status).toBe(422)
    }
  })

  it('cannot be undone if the letterbox is not hidden', async () => {
    const { id, owner } = await createLetterbox(orm())
    const { status, body } = await act('show', id, 0)
    expect([status, body.version, body.history]).toEqual([200, 0, []])
    expect(await mailsTo(owner)).toEqual([])
  })
})

describe('the spot of a letterbox', () => {
  it('can be verified, and the verification can be undone', async () => {
    const { id } = await createLetterbox(orm(), { location_verified: false })
    const { body } = await act('verify', id, 0)
    expect(body.location_verified).toBe(true)
    const again = await act('unverify', id, body.version)
    expect(again.body.location_verified).toBe(false)
    expect(again.body.history.map(({ verb }) => verb)).toEqual(['unverify', 'verify'])
  })

  it('cannot be verified if there is none', async () => {
    const unplaced = { latitude: null, longitude: null, location_verified: false }
    const { id } = await createLetterbox(orm(), unplaced)
    expect((await act('verify', id, 0)).error.code).toBe('conflict')
  })
})

describe('the role of a letterbox', () => {
  const give = (
    id: string,
    version: number,
    body: { reseller: boolean; supporter_given_until: string | null },
    as = admin.token,
  ) => test.call(api.role, { body: { id, version, ...body }, as })
  const PAST_TODAY = '2999-03-04'

  it('of a reseller or a supporter is given and taken by administrators', async () => {
    const { id, owner } = await createLetterbox(orm())
    const withRole = await give(id, 0, { reseller: true, supporter_given_until: PAST_TODAY })
    expect(withRole.body).toMatchObject({
      reseller: true,
      role_name: 'reseller',
      supporter_given_until: PAST_TODAY,
      supporter_until: '2999-03-04T23:00:00.000Z',
    })
    const { version } = withRole.body
    const withoutRole = await give(id, version, { reseller: false, supporter_given_until: null })
    expect(withoutRole.body).toMatchObject({ role_name: 'normal', supporter_until: null })
    expect(withoutRole.body.history).toMatchObject([
      { after: { reseller: false, supporter_until: null } },
      { before: { reseller: false, supporter_until: null }, after: { reseller: true } },
    ])
    const [row] = await orm().select().from(users).where(eq(users.id, owner.id))
    expect([row?.reseller, row?.membership_until]).toEqual([false, null])
  })

  it('cannot be changed by moderators', async () => {
    const { id } = await createLetterbox(orm())
    const body = { reseller: true, supporter_given_until: null }
    expect((await give(id, 0, body, moderator.token)).status).toBe(403)
    expect((await byId(id)).reseller).toBe(false)
  })

  it('requires an existing date', async () => {
    const { id } = await createLetterbox(orm())
    const body = { reseller: false, supporter_given_until: '2026-02-30' }
    expect((await give(id, 0, body)).status).toBe(422)
  })
})

it('the version counts every change of a letterbox, whoever makes it', async () => {
  const { id } = await createLetterbox(orm())
  await orm().update(letterboxes).set({ city: 'Uster' }).where(eq(letterboxes.id, id))
  expect((await byId(id)).version).toBe(1)
})

it('the administration of letterboxes is hidden from members', async () => {
  const { id, owner } = await createLetterbox(orm())
  for (const as of [undefined, owner.token]) {
    const caller = as ? { as } : {}
    const body = { id, version: 0 }
    const answers = [
      await test.call(api.list, caller),
      await test.call(api.byId, { query: { id }, ...caller }),
      await test.call(api.hide, { body: { ...body, reason: 'Gone' }, ...caller }),
      await test.call(api.show, { body, ...caller }),
      await test.call(api.verify, { body: {} as never, ...caller }),
      await test.call(api.role, { body: {} as never, ...caller }),
    ]
    expect(answers.map(({ error }) => error.code)).toEqual(Array(6).fill('not_found'))
  }
  expect((await byId(id)).hidden).toBeNull()
})
