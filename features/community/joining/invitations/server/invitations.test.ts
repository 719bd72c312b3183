import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { readPdf } from '#app/server/testing/read-pdf.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { import_rows, imports } from '#features/community/imports/tables.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { seedItems } from '#features/places/items/server/seed.ts'
import { letterbox_codes } from '#features/places/letterboxes/codes/tables.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import { parcelsApi } from '#features/shop/parcels/contract.ts'
import { deleteOldBatches } from '#features/shop/parcels/server/letters.queries.ts'
import { parcel_codes } from '#features/shop/parcels/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ROOT } from '#platform/server/paths.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { invitationsApi } from '../contract.admin.ts'

let test: TestApp
let admin: TestUser
let moderator: TestUser
beforeAll(async () => {
  test = await createTestApp({
    config: {
      publicUrl: 'https://lend.example',
      streetMap: [`${ROOT}/platform/server/street-map/liechtenstein.pmtiles`],
    },
  })
  await seedItems(orm())
  admin = await createUser(orm(), { role_id: 3 })
  await setContact(CONTACT)
  moderator = await createUser(orm(), { tasks: ['moderation'] })
})
afterAll(() => test.close())

const LADDER = 1
const CONTACT = 'hallo@lend.example'
/** Sets the address that recipients of a letter can write to. */
async function setContact(email: string) {
  const value = { ...test.deps.settings.current().operator, email }
  const { body } = await test.call(settingsApi.list, { as: admin.token })
  const version = body.find(({ key }) => key === 'operator')?.version ?? 0
  const saved = await test.call(settingsApi.save, {
    as: admin.token,
    body: { key: 'operator', version, value },
  })
  expect(saved.status).toBe(200)
}

const orm = () => test.deps.database.orm
const STREET = { name: 'Städtle', postcode: '9490', city: 'Vaduz' }
const housesOf = async () =>
  (await test.call(invitationsApi.houses, { as: moderator.token, query: STREET })).body
async function make(numbers: string[], as = moderator.token) {
  const body = {
    source: { kind: 'street', ...STREET, numbers },
    lang: 'de',
    text: 'Wir treffen uns am ersten Dienstag.',
    window: 'left',
  } as const
  return test.call(invitationsApi.create, { as, body })
}
async function pdfOf(id: string, as = moderator.token) {
  const { statusCode, rawPayload } = await test.app.inject({
    url: `${API_BASE}${invitationsApi.letters.path}?id=${id}`,
    headers: { authorization: `Bearer ${as}` },
  })
  return { status: statusCode, file: rawPayload }
}
async function previewOf(body: object, as = moderator.token) {
  const { statusCode, rawPayload } = await test.app.inject({
    method: 'POST',
    url: API_BASE + invitationsApi.preview.path,
    headers: { authorization: `Bearer ${as}` },
    payload: body,
  })
  return { status: statusCode, file: rawPayload }
}
const batchOf = async (id: string, as = moderator.token) =>
  (await test.call(invitationsApi.byId, { as, query: { id } })).body
let networks = 0
const about = (code: string) =>
  test.call(parcelsApi.aboutCode, { body: { code }, ip: `10.7.${networks++ & 255}.1` })
let people = 0
const register = (code: string, place: { address: string; postcode: string; city: string }) =>
  test.call(registrationApi.register, {
    ip: `10.6.${networks++ & 255}.1`,
    body: {
      firstname: 'Noor',
      lastname: 'Neu',
      email: `invited${people++}@example.org`,
      lang: 'de',
      code,
      ...place,
      country: 'LI',
    },
  })
/** An import of unclaimed letterboxes at the addresses. */
async function importPlaces(...addresses: string[]) {
  const [file] = await orm()
    .insert(imports)
    .values({ file_name: 'members.csv', lang: 'de', status: 'done' })
    .returning()
  const ids: string[] = []
  for (const address of addresses) {
    const { id, owner } = await createLetterbox(orm(), {
      address,
      postcode: '9490',
      city: 'Vaduz',
      country: 'LI',
      import_key: `${address} ${people++}`,
    })
    await orm()
      .update(users)
      .set({ email_confirmed_at: null, firstname: 'Ida', lastname: 'Imhof', email: null })
      .where(eq(users.id, owner.id))
    ids.push(id)
    await orm().insert(letterbox_items).values({ letterbox_id: id, item_id: LADDER })
    await orm()
      .insert(import_rows)
      .values({ import_id: file?.id ?? '', letterbox_id: id, after: {} })
  }
  return { id: file?.id ?? '', ids }
}

describe('streets and their houses', () => {
  it('are found by the beginnings of words', async () => {
    const search = async (text: string) =>
      (
        await test.call(invitationsApi.streets, { as: moderator.token, query: { search: text } })
      ).body.map(({ name, city }) => `${name} ${city}`)
    expect(await search('Städt vad')).toContain('Städtle Vaduz')
    expect(await search('stadtle 9490')).toContain('Städtle Vaduz')
    expect(await search('qqqq')).toEqual([])
    expect(await search('  ')).toEqual([])
  })

  it('show that a household is registered, and never its names', async () => {
    const [first = '', second = '', third = ''] = (await housesOf()).map(({ number }) => number)
    const place = { postcode: '9490', city: 'Vaduz', country: 'LI' }
    await createLetterbox(orm(), {
      ...place,
      address: `Staedtle ${first}`,
      ownerFields: { show_on_map: false },
    })
    await importPlaces(`Städtle ${second}`)
    await make([third])
    const houses = await housesOf()
    const stateOf = (number: string) => houses.find((house) => house.number === number)?.state
    expect([first, second, third].map(stateOf)).toEqual(['here', 'imported', 'invited'])
    expect(Object.keys(houses[0] ?? {}).sort()).toEqual(['number', 'state'])
  })
})

describe('letters to a street', () => {
  it('each have a code, which registers once with a proven address', async () => {
    const numbers = (await housesOf()).filter(({ state }) => state === 'free').slice(0, 3)
    const { status, body: batch } = await make(numbers.map(({ number }) => number))
    expect([status, batch.letters, batch.label]).toEqual([201, 3, 'Städtle, 9490 Vaduz'])
    const { list } = await batchOf(batch.id)
    const [letter] = list
    if (!letter) throw new Error('Unexpected batch without letters')
    const place = (await about(letter.code)).body
    expect(place).toEqual({
      address: letter.address,
      postcode: '9490',
      city: 'Vaduz',
      country: 'LI',
      items: [],
    })
    const { status: registered, body } = await register(letter.code, place)
    expect(registered).toBe(201)
    const info = (await test.call(profileApi.userinfo, { as: body.api_token })).body
    expect(info.letterbox?.address_verified).toBe(true)
    expect((await batchOf(batch.id)).used).toBe(1)
    await orm().update(users).set({ email_confirmed_at: new Date() }).where(eq(users.id, info.id))
    expect((await about(letter.code)).error.code).toBe('parcel_code_used')
  })

  it('admit a waiting newcomer, on the same page as the code of a parcel', async () => {
    const number = (await housesOf()).find(({ state }) => state === 'free')?.number ?? ''
    const { body: batch } = await make([number])
    const [letter] = (await batchOf(batch.id)).list
    const { owner, id } = await createLetterbox(orm(), {
      address: letter?.address ?? '',
      postcode: '9490',
      city: 'Vaduz',
      country: 'LI',
      ownerFields: { waiting_since: new Date() },
    })
    const body = { code: letter?.code ?? '' }
    expect((await test.call(parcelsApi.verify, { as: owner.token, body })).status).toBe(200)
    const { body: seen } = await test.call(letterboxesApi.byId, { query: { letterbox_id: id } })
    expect(seen.address_verified).toBe(true)
  })

  it('can be revoked one by one and all together', async () => {
    const numbers = (await housesOf()).filter(({ state }) => state === 'free').slice(0, 3)
    const { body: batch } = await make(numbers.map(({ number }) => number))
    const [one, two] = (await batchOf(batch.id)).list
    const revoke = (code?: string) =>
      test.call(invitationsApi.revoke, {
        as: moderator.token,
        body: code === undefined ? { id: batch.id } : { id: batch.id, code },
      })
    expect((await revoke(one?.code)).body.revoked).toBe(1)
    expect((await about(one?.code ?? '')).error.code).toBe('parcel_code_unknown')
    expect((await about(two?.code ?? '')).status).toBe(200)
    expect((await revoke()).body.revoked).toBe(3)
    expect((await about(two?.code ?? '')).status).toBe(422)
    expect((await pdfOf(batch.id)).status).toBe(409)
    const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, batch.id))
    expect(acts.map(({ verb }) => verb).sort()).toEqual(['cancel', 'cancel', 'create'])
  })

  it('expire after half a year, and are deleted a year later', async () => {
    const number = (await housesOf()).find(({ state }) => state === 'free')?.number ?? ''
    const { body: batch } = await make([number])
    const [letter] = (await batchOf(batch.id)).list
    const past = new Date(Date.now() - DAY_MS)
    await orm()
      .update(parcel_codes)
      .set({ expires_at: past })
      .where(eq(parcel_codes.batch_id, batch.id))
    expect((await about(letter?.code ?? '')).error.code).toBe('parcel_code_expired')
    expect((await batchOf(batch.id)).expired).toBe(1)
    await deleteOldBatches(orm(), new Date(Date.now() + 540 * DAY_MS))
    expect((await batchOf(batch.id)).letters).toBe(1)
    await deleteOldBatches(orm(), new Date(Date.now() + 550 * DAY_MS))
    const rows = await orm().select().from(parcel_codes).where(eq(parcel_codes.batch_id, batch.id))
    expect(rows).toEqual([])
  })

  it('go only to listed houses, at most 300 at once', async () => {
    expect((await make(['9999'])).status).toBe(422)
    expect((await make(Array.from({ length: 301 }, (_, i) => `${i}`))).status).toBe(422)
    expect((await make([])).status).toBe(422)
  })

  it('show the address in the window of an envelope, on the left or on the right', async () => {
    const number = (await housesOf()).find(({ state }) => state === 'free')?.number ?? ''
    const { body: batch } = await make([number])
    const { status, file } = await pdfOf(batch.id)
    expect(status).toBe(200)
    const { text } = await readPdf(file)
    const [letter] = (await batchOf(batch.id)).list
    for (const part of ['An alle in diesem Haus', `Städtle ${number}`, '9490 Vaduz'])
      expect(text).toContain(part)
    expect(text).toContain(letter?.code)
    expect(text).toContain('Wir treffen uns am ersten Dienstag.')
    expect(text).toContain('lend.example/profile/parcel')
  })
})

describe('a preview of letters', () => {
  const street = { kind: 'street', name: 'Städtle', postcode: '9490', city: 'Vaduz' } as const
  const said = { text: 'Bis bald!', window: 'left', lang: 'de' } as const

  it('shows the first letter without a code, and stores nothing', async () => {
    const number = (await housesOf()).find(({ state }) => state === 'free')?.number ?? ''
    const before = await orm().select().from(parcel_codes)
    const source = { ...street, numbers: [number] }
    const { status, file } = await previewOf({ ...said, source })
    expect(status).toBe(200)
    const { text } = await readPdf(file)
    for (const part of ['An alle in diesem Haus', `Städtle ${number}`, 'Bis bald!', '····-····'])
      expect(text).toContain(part)
    expect(await orm().select().from(parcel_codes)).toHaveLength(before.length)
    expect((await housesOf()).find((house) => house.number === number)?.state).toBe('free')
    expect((await previewOf({ ...said, source: { ...street, numbers: ['9999'] } })).status).toBe(
      422,
    )
    const member = await createUser(orm())
    expect((await previewOf({ ...said, source }, member.token)).status).toBe(404)
  })

  it('names no people of an import', async () => {
    const { id, ids } = await importPlaces('Landstrasse 21')
    const source = { kind: 'imported', import_id: id, letterbox_ids: ids } as const
    expect((await previewOf({ ...said, source })).status).toBe(403)
    const { text } = await readPdf((await previewOf({ ...said, source }, admin.token)).file)
    expect(text).toContain('Vorname Nachname')
    expect(text).toContain('Landstrasse 21')
    expect(text).not.toContain('Imhof')
  })
})

describe('letters to the people of an import', () => {
  it('require the administration task, list no names, and hand the letterbox over', async () => {
    const { id, ids } = await importPlaces('Landstrasse 1', 'Landstrasse 3')
    const asked = { query: { id } }
    const denied = await test.call(invitationsApi.imported, { ...asked, as: moderator.token })
    expect(denied.error.code).toBe('task_missing')
    const { body: places } = await test.call(invitationsApi.imported, { ...asked, as: admin.token })
    expect(places.map(({ letterbox_id }) => letterbox_id).sort()).toEqual([...ids].sort())
    expect(JSON.stringify(places)).not.toContain('Imhof')
    const source = { kind: 'imported', import_id: id, letterbox_ids: ids } as const
    const body = { source, lang: 'de', text: '', window: 'right' } as const
    expect((await test.call(invitationsApi.create, { as: moderator.token, body })).status).toBe(403)
    const { body: batch } = await test.call(invitationsApi.create, { as: admin.token, body })
    expect([batch.imported, batch.letters]).toEqual([true, 2])
    expect((await pdfOf(batch.id)).status).toBe(403)
    const { text } = await readPdf((await pdfOf(batch.id, admin.token)).file)
    expect(text).toContain('Ida Imhof')
    const codes = await orm()
      .select()
      .from(letterbox_codes)
      .where(inArray(letterbox_codes.letterbox_id, ids))
    expect(codes).toHaveLength(2)
    for (const { code } of codes) expect(text).toContain(`/l/${code}`)
    const told = (await test.mails()).filter(({ recipient }) => recipient === admin.email)
    expect(told.map(({ subject }) => subject)).toEqual([
      'You have downloaded a file with other people’s data',
    ])
    const [letter] = (await batchOf(batch.id, admin.token)).list
    if (!letter) throw new Error('Unexpected batch without letters')
    const place = (await about(letter.code)).body
    expect(place.items).toEqual([LADDER])
    const registered = await register(letter.code, place)
    expect(registered.status).toBe(201)
    const info = (await test.call(profileApi.userinfo, { as: registered.body.api_token })).body
    expect(ids).toContain(info.letterbox?.id)
    expect([info.firstname, info.letterbox?.address_verified]).toEqual(['Noor', true])
    const rows = await orm()
      .select()
      .from(letterboxes)
      .where(eq(letterboxes.address, letter.address))
    expect(rows).toHaveLength(1)
    // An owner who has come gets no further letter.
    const { body: left } = await test.call(invitationsApi.imported, { ...asked, as: admin.token })
    expect(left.length).toBeGreaterThan(0)
  })

  it('do not change a letterbox that its owner has claimed by mail meanwhile', async () => {
    const { id, ids } = await importPlaces('Landstrasse 5')
    const source = { kind: 'imported', import_id: id, letterbox_ids: ids } as const
    const body = { source, lang: 'de', text: '', window: 'left' } as const
    const { body: batch } = await test.call(invitationsApi.create, { as: admin.token, body })
    const [letterbox] = await orm()
      .select()
      .from(letterboxes)
      .where(eq(letterboxes.id, ids[0] ?? ''))
    const ownerId = letterbox?.user_id ?? ''
    await orm()
      .update(users)
      .set({ email: 'ida@example.org', email_confirmed_at: new Date() })
      .where(eq(users.id, ownerId))
    const [letter] = (await batchOf(batch.id, admin.token)).list
    const place = (await about(letter?.code ?? '')).body
    const { status, body: answer } = await register(letter?.code ?? '', place)
    expect(status).toBe(201)
    const info = (await test.call(profileApi.userinfo, { as: answer.api_token })).body
    expect(info.letterbox?.id).not.toBe(ids[0])
    const [owner] = await orm().select().from(users).where(eq(users.id, ownerId))
    expect(owner?.firstname).toBe('Ida')
  })

  it('hand the letterbox over to a user who has registered at the same address before', async () => {
    const { id, ids } = await importPlaces('Landstrasse 7')
    const source = { kind: 'imported', import_id: id, letterbox_ids: ids } as const
    const body = { source, lang: 'de', text: '', window: 'left' } as const
    const { body: batch } = await test.call(invitationsApi.create, { as: admin.token, body })
    const [letter] = (await batchOf(batch.id, admin.token)).list
    const place = { address: 'Landstrasse 7', postcode: '9490', city: 'Vaduz', country: 'LI' }
    const own = await createLetterbox(orm(), place)
    await pdfOf(batch.id, admin.token)
    const { status } = await test.call(parcelsApi.verify, {
      as: own.owner.token,
      body: { code: letter?.code ?? '' },
    })
    expect(status).toBe(200)
    const rows = await orm()
      .select()
      .from(letterboxes)
      .where(eq(letterboxes.address, place.address))
    expect(rows.map((row) => row.id)).toEqual([own.id])
    const stickers = await orm()
      .select()
      .from(letterbox_items)
      .where(eq(letterbox_items.letterbox_id, own.id))
    expect(stickers.map(({ item_id }) => item_id)).toContain(LADDER)
    // The short address on the letter leads to the letterbox that stays.
    const codes = await orm()
      .select()
      .from(letterbox_codes)
      .where(eq(letterbox_codes.letterbox_id, own.id))
    expect(codes).toHaveLength(1)
  })

  it('require a contact, and are sorted in walking order', async () => {
    const { id, ids } = await importPlaces('Landstrasse 100', 'Landstrasse 20', 'Bergweg 30')
    const source = { kind: 'imported', import_id: id, letterbox_ids: ids } as const
    const body = { source, lang: 'de', text: '', window: 'left' } as const
    await setContact('')
    const refused = await test.call(invitationsApi.create, { as: admin.token, body })
    expect([refused.status, refused.error.code]).toEqual([409, 'contact_missing'])
    await setContact(CONTACT)
    const { body: batch } = await test.call(invitationsApi.create, { as: admin.token, body })
    const { list } = await batchOf(batch.id, admin.token)
    expect(list.map(({ address }) => address)).toEqual([
      'Bergweg 30',
      'Landstrasse 20',
      'Landstrasse 100',
    ])
    await setContact('')
    expect((await pdfOf(batch.id, admin.token)).status).toBe(409)
    await setContact(CONTACT)
    const { file } = await pdfOf(batch.id, admin.token)
    expect(JSON.stringify(await readPdf(file))).toContain(CONTACT)
  })
})
