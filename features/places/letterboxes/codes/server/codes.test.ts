import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { paths } from '#platform/shared/paths.ts'
import { letterboxMerge } from '../../server/letterbox-merge.ts'
import { letterboxCodesApi } from '../contract.ts'
import { letterbox_codes } from '../tables.ts'
import { insertCodes } from './codes.queries.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
/** Each test guesses from a network of its own. */
let networks = 0
const newIp = () => `198.51.100.${++networks}`

const UNKNOWN = 'ZZZZZZZ'

const open = (code: string, { ip = newIp(), lang = 'en' } = {}) =>
  test.app.inject({
    url: paths.letterboxCode(code),
    remoteAddress: ip,
    headers: { 'accept-language': lang },
  })
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]
const scan = (code: string, as?: TestUser, ip = newIp()) =>
  test.call(letterboxCodesApi.scan, { query: { code }, ip, ...(as && { as: as.token }) })
async function codeOf(as: TestUser): Promise<string> {
  const { status, body } = await test.call(letterboxCodesApi.own, { as: as.token })
  expect(status).toBe(200)
  return body.code
}
const claim = (code: string, as: TestUser) =>
  test.call(letterboxCodesApi.claim, { as: as.token, body: { code }, ip: newIp() })
async function newSheet(): Promise<string> {
  const [code = ''] = await insertCodes(orm(), null, 1, new Date())
  return code
}
async function createMember(letterboxId: string): Promise<TestUser> {
  const member = await createUser(orm())
  await orm().insert(household_members).values({ user_id: member.id, letterbox_id: letterboxId })
  return member
}

describe('the own code', () => {
  it('is created once, also by two devices at the same time, and shared by the household', async () => {
    const { id, owner } = await createLetterbox(orm())
    const member = await createMember(id)
    const [first, second] = await Promise.all([codeOf(owner), codeOf(owner)])
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{7}$/)
    expect(second).toBe(first)
    expect(await codeOf(member)).toBe(first)
    const rows = await orm()
      .select()
      .from(letterbox_codes)
      .where(eq(letterbox_codes.letterbox_id, id))
    expect(rows).toHaveLength(1)
  })

  it('needs a letterbox', async () => {
    const user = await createUser(orm())
    const { status } = await test.call(letterboxCodesApi.own, { as: user.token })
    expect(status).toBe(409)
  })
})

describe('a scan', () => {
  it('redirects to the letterbox, however the code is written', async () => {
    const { id, owner } = await createLetterbox(orm())
    const code = await codeOf(owner)
    const written = code.toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o')
    const encoded = [...code].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
    for (const url of [`/l/${code}`, `/L/${code}`, `/l/${written}/`, `/l/${encoded}%20`]) {
      const { statusCode, headers } = await test.app.inject({ url })
      expect([statusCode, headers.location]).toEqual([302, paths.letterbox(id)])
      expect(headers['cache-control']).toBe('no-store')
    }
    expect((await scan(code)).body).toEqual({
      state: 'letterbox',
      letterbox_id: id,
      placed: true,
    })
  })

  it('keeps the query of the address, so that its language wins', async () => {
    const { id, owner } = await createLetterbox(orm())
    const code = await codeOf(owner)
    for (const path of [`/l/${code}`, `/l/${code}/`, `/L/${code.toLowerCase()}/`]) {
      const { headers } = await test.app.inject({ url: `${path}?lang=fr&sticker=5` })
      expect(headers.location).toBe(`${paths.letterbox(id)}?lang=fr&sticker=5`)
    }
    const unknown = await test.app.inject({
      url: `${paths.letterboxCode(UNKNOWN)}?lang=fr`,
      remoteAddress: newIp(),
      headers: { 'accept-language': 'de' },
    })
    expect(titleOf(unknown.body)).toBe('Ce code ne mène nulle part · Letterlend')
  })

  it('of a hidden, absent or deleted letterbox gets the page of an unknown code', async () => {
    const hidden = await createLetterbox(orm(), { ownerFields: { show_on_map: false } })
    const away = await createLetterbox(orm(), { holiday_until: '2030-01-01' })
    const renewed = await createLetterbox(orm(), { ownerFields: { show_on_map: false } })
    const deleted = await createLetterbox(orm())
    const codes = [
      await codeOf(hidden.owner),
      await codeOf(away.owner),
      await codeOf(renewed.owner),
      await codeOf(deleted.owner),
    ]
    await test.call(letterboxCodesApi.renew, { as: renewed.owner.token })
    await orm().delete(letterboxes).where(eq(letterboxes.id, deleted.id))
    const unknown = await open(UNKNOWN)
    expect([unknown.statusCode, titleOf(unknown.body)]).toEqual([
      404,
      'This code leads nowhere · Letterlend',
    ])
    for (const code of codes) {
      const { statusCode, body, headers } = await open(code)
      expect([statusCode, body, headers.etag]).toEqual([404, unknown.body, unknown.headers.etag])
      expect((await scan(code)).status).toBe(404)
    }
    expect((await open('none')).body).toBe(unknown.body)
  })

  it('leads those who manage a hidden letterbox, and moderators, to it', async () => {
    const { id, owner } = await createLetterbox(orm(), { ownerFields: { show_on_map: false } })
    const member = await createMember(id)
    const moderator = await createUser(orm(), { role_id: 3 })
    const code = await codeOf(owner)
    for (const viewer of [owner, member, moderator])
      expect((await scan(code, viewer)).body).toMatchObject({ letterbox_id: id, placed: true })
    expect((await scan(code, await createUser(orm()))).status).toBe(404)
  })

  it('tells owners that their letterbox has no spot yet', async () => {
    const { owner } = await createLetterbox(orm(), { latitude: null, longitude: null })
    const code = await codeOf(owner)
    expect((await scan(code, owner)).body).toMatchObject({ placed: false })
    expect((await scan(code)).status).toBe(404)
  })

  it('by a blocked person finds nothing', async () => {
    const { owner } = await createLetterbox(orm())
    const { owner: blocked } = await createLetterbox(orm())
    const code = await codeOf(owner)
    expect((await scan(code, blocked)).status).toBe(200)
    const { status } = await test.call(blocksApi.block, {
      as: owner.token,
      body: { user_id: blocked.id },
    })
    expect(status).toBeLessThan(300)
    expect((await scan(code, blocked)).status).toBe(404)
  })

  it('says what it found in the language of the browser, without a script', async () => {
    const sheet = await newSheet()
    const { statusCode, body } = await open(sheet, { lang: 'de' })
    expect([statusCode, titleOf(body)]).toEqual([200, 'Noch nicht auf der Karte · Letterlend'])
    expect(body).toContain('<p>Dieser Briefkasten ist noch nicht auf der Karte.</p>')
    expect(body).toContain('<a href="/map">Zur Karte</a>')
    expect(body).toContain('<a href="/auth/register/step1">')
    const french = await open(UNKNOWN, { lang: 'fr' })
    expect(titleOf(french.body)).toBe('Ce code ne mène nulle part · Letterlend')
    expect(french.body).not.toContain('/auth/register')
  })
})

describe('guessing codes', () => {
  it('is limited for a network; a hidden letterbox counts as a guess, a public one does not', async () => {
    const ip = newIp()
    const hidden = await createLetterbox(orm(), { ownerFields: { show_on_map: false } })
    const { owner } = await createLetterbox(orm())
    const [known, secret] = [await codeOf(owner), await codeOf(hidden.owner)]
    const { max, windowMs } = test.deps.config.networkLimits.unknown_codes
    for (let i = 0; i < max; i += 1) {
      await open(known, { ip })
      const code = i % 2 ? secret : UNKNOWN
      await (i % 3 ? open(code, { ip }) : scan(code, undefined, ip))
    }
    const refused = await open(known, { ip })
    expect([refused.statusCode, titleOf(refused.body)]).toEqual([
      429,
      'Too many unknown codes · Letterlend',
    ])
    expect((await scan(known, undefined, ip)).error.code).toBe('rate_limited')
    const tried = await test.call(letterboxCodesApi.claim, {
      as: owner.token,
      body: { code: UNKNOWN },
      ip,
    })
    expect(tried.status).toBe(429)
    expect((await open(known)).statusCode).toBe(302)
    test.advance(windowMs + 1)
    expect((await open(known, { ip })).statusCode).toBe(302)
  })
})

describe('renewing', () => {
  it('ends all codes of the letterbox: they say so and lead nowhere', async () => {
    const { id, owner } = await createLetterbox(orm())
    const old = await codeOf(owner)
    const sheet = await newSheet()
    expect((await claim(sheet, owner)).status).toBe(200)
    const { status, body } = await test.call(letterboxCodesApi.renew, { as: owner.token })
    expect([status, body.further]).toEqual([200, 0])
    expect(await codeOf(owner)).toBe(body.code)
    for (const code of [old, sheet]) {
      const page = await open(code)
      expect([page.statusCode, page.headers.location]).toEqual([410, undefined])
      expect(titleOf(page.body)).toBe('This code has been renewed · Letterlend')
      expect(page.body).not.toContain(id)
      expect((await scan(code, owner)).body).toEqual({ state: 'renewed' })
    }
    expect((await open(body.code)).headers.location).toBe(paths.letterbox(id))
    // A code that has ended cannot be taken back.
    expect((await claim(sheet, owner)).status).toBe(404)
  })

  it('is for owners only', async () => {
    const { id, owner } = await createLetterbox(orm())
    const member = await createMember(id)
    const code = await codeOf(owner)
    const { status } = await test.call(letterboxCodesApi.renew, { as: member.token })
    expect([status, await codeOf(owner)]).toEqual([403, code])
  })
})

describe('the code of a sheet', () => {
  it('leads to the letterbox of the member who claims it, and then to no other', async () => {
    const { id, owner } = await createLetterbox(orm())
    const { owner: other } = await createLetterbox(orm())
    const sheet = await newSheet()
    expect((await scan(sheet)).body).toEqual({ state: 'sheet', claimable: false, givable: false })
    expect((await scan(sheet, await createUser(orm()))).body).toMatchObject({ claimable: false })
    expect((await scan(sheet, owner)).body).toEqual({
      state: 'sheet',
      claimable: true,
      givable: false,
    })
    const first = await codeOf(owner)
    for (let click = 0; click < 2; click += 1)
      expect((await claim(sheet.toLowerCase(), owner)).body).toEqual({ letterbox_id: id })
    expect((await claim(sheet, other)).status).toBe(404)
    expect((await open(sheet)).headers.location).toBe(paths.letterbox(id))
    expect((await open(first)).headers.location).toBe(paths.letterbox(id))
    const { body } = await test.call(letterboxCodesApi.own, { as: owner.token })
    expect(body.further).toBe(1)
  })

  it('is claimed by one of two members who try at the same time', async () => {
    const both = [(await createLetterbox(orm())).owner, (await createLetterbox(orm())).owner]
    const sheet = await newSheet()
    const statuses = await Promise.all(both.map(async (each) => (await claim(sheet, each)).status))
    expect(statuses.sort()).toEqual([200, 404])
  })

  it('cannot be claimed without a letterbox or a session', async () => {
    const sheet = await newSheet()
    expect((await claim(sheet, await createUser(orm()))).status).toBe(409)
    const { status } = await test.call(letterboxCodesApi.claim, { body: { code: sheet } })
    expect(status).toBe(401)
    const { owner } = await createLetterbox(orm())
    expect((await claim('none', owner)).status).toBe(404)
    expect((await claim('x'.repeat(101), owner)).status).toBe(422)
  })
})

it('codes of a letterbox that ends in a merge lead to the one that stays', async () => {
  const from = await createLetterbox(orm())
  const into = await createLetterbox(orm())
  const code = await codeOf(from.owner)
  const rowOf = async ({ id }: TestUser) => {
    const [row] = await orm().select().from(users).where(eq(users.id, id))
    if (!row) throw new Error('Unexpected missing account')
    return row
  }
  const merging = { from: await rowOf(from.owner), into: await rowOf(into.owner) }
  await orm().transaction(
    (tx) => letterboxMerge.move?.(tx, test.deps, merging) ?? Promise.resolve(),
  )
  expect((await open(code)).headers.location).toBe(paths.letterbox(into.id))
})
