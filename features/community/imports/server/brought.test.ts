import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { invitationsApi } from '#features/community/joining/invitations/contract.admin.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { NEVER_SEEN, users } from '#platform/server/identity/tables.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import { letterboxImportsApi as api } from '../contract.admin.ts'
import { import_rows, imports } from '../tables.ts'
import { forgetMovedIn, noteMovedIn } from './brought.queries.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(test.deps.database.orm, { role_id: 3 })
})
beforeEach(async () => {
  for (const table of [imports, letterboxes]) await orm().delete(table)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const IMPORTED = new Date('2026-01-01')
const UNUSED = { email_confirmed_at: null, password_hash: null, last_seen_at: NEVER_SEEN }

const ofList = (ownerFields: Partial<typeof users.$inferInsert>, fields = {}) =>
  createLetterbox(orm(), {
    import_key: `${Math.random()}`,
    location_verified: false,
    ownerFields,
    ...fields,
  })
const ofSite = (ownerFields: Partial<typeof users.$inferInsert>, fields = {}) =>
  createLetterbox(orm(), {
    imported_at: IMPORTED,
    ownerFields: {
      last_seen_at: new Date('2020-01-01'),
      password_hash: '$imported$bcrypt$10$salt$argon2id$hash',
      ...ownerFields,
    },
    ...fields,
  })
const withoutEmail = async ({ id, owner }: Awaited<ReturnType<typeof ofList>>) => {
  await orm().update(users).set({ email: null }).where(eq(users.id, owner.id))
  return { id, owner }
}
const owners = async (id: string) =>
  (await test.call(api.byId, { as: admin.token, query: { id } })).body.owners
const note = (ids: string[]) =>
  noteMovedIn(orm(), ids, { folder: 'export', lang: 'de', now: IMPORTED })
async function siteId() {
  const [site] = await orm().select().from(imports).where(eq(imports.status, 'moved_in'))
  return site?.id ?? ''
}

it('an import of a list says how many owners took over, can be reached, are silent and gone', async () => {
  const claimed = await ofList({ email_confirmed_at: IMPORTED })
  const reachable = await ofList(UNUSED)
  const silent = await withoutEmail(await ofList(UNUSED))
  const late = await ofList(UNUSED, { unclaimed_since: IMPORTED })
  const off = await ofList(UNUSED, { unclaimed_since: IMPORTED, gone_since: IMPORTED })
  const dead = await ofList(UNUSED)
  await orm()
    .insert(refused_addresses)
    .values({ address: dead.owner.email.toLowerCase(), code: '5.1.1' })
  const counts = {
    create: 7,
    update: 0,
    unchanged: 0,
    taken_over: 0,
    rejected: 0,
    warnings: 0,
    approximate: 0,
  }
  const [{ id = '' } = {}] = await orm()
    .insert(imports)
    .values({ file_name: 'list.csv', lang: 'de', status: 'done', counts })
    .returning({ id: imports.id })
  const all = [claimed, reachable, silent, late, off, dead]
  await orm()
    .insert(import_rows)
    .values(all.map((each) => ({ import_id: id, letterbox_id: each.id, after: {} })))
  expect(await owners(id)).toEqual({ claimed: 1, reachable: 1, silent: 3, gone: 2 })
})

it('a site that was moved in is one import, also after a second run', async () => {
  const there = await ofSite({ email_confirmed_at: new Date('2020-01-01') })
  const here = await ofSite({ last_seen_at: new Date('2026-02-01') })
  const loggedIn = await ofSite({ password_hash: 'new' })
  await note([there.id, here.id, loggedIn.id])
  const silent = await withoutEmail(await ofSite({ email_confirmed_at: null, password_hash: null }))
  await note([silent.id])
  expect(await owners(await siteId())).toEqual({ claimed: 2, reachable: 1, silent: 1, gone: 0 })
  await orm().delete(letterboxes).where(eq(letterboxes.id, there.id))
  expect(await owners(await siteId())).toEqual({ claimed: 2, reachable: 0, silent: 1, gone: 1 })
  const { body } = await test.call(api.list, { as: admin.token, query: {} })
  expect(
    body.rows.map(({ file_name, status, counts }) => [file_name, status, counts?.create]),
  ).toEqual([['export', 'moved_in', 4]])
})

it('a site is not undone in the browser, and gone from the list once the command has undone it', async () => {
  await note([(await ofSite({})).id])
  const body = { id: await siteId(), version: 0 }
  for (const call of [api.undo, api.mailOwners])
    expect((await test.call(call, { as: admin.token, body })).error.code).toBe('wrong_status')
  await forgetMovedIn(orm())
  expect(await siteId()).toBe('')
})

it('letters go to owners of a moved site who have no e-mail address, and to no others', async () => {
  const without = await withoutEmail(
    await ofSite({ email_confirmed_at: null, password_hash: null }),
  )
  const unconfirmed = await ofSite({ email_confirmed_at: null })
  await note([without.id, unconfirmed.id])
  const { body } = await test.call(invitationsApi.imported, {
    as: admin.token,
    query: { id: await siteId() },
  })
  expect(JSON.stringify(body)).toContain(without.id)
  expect(JSON.stringify(body)).not.toContain(unconfirmed.id)
})
