import { getTableColumns, getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schema from '#app/server/tables.ts'
import { createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { accountsApi } from '../../contract.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm

describe('GET /users/export', () => {
  it('returns what is stored about the caller and no secret', async () => {
    const { owner } = await createLetterbox(orm(), {
      owner: await createUser(orm(), { password_hash: '$argon2id$' }),
      items: [4],
    })
    await createLetterbox(orm(), { address: 'Of somebody else 1' })
    const { status, body, headers } = await test.call(accountsApi.exportData, { as: owner.token })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('attachment')
    expect(headers['cache-control']).toBe('no-store')
    expect(body.data).toMatchObject({
      users: [{ email: owner.email }],
      letterboxes: [{ address: 'Langstrasse 12' }],
      letterbox_items: [{ item_id: 4 }],
      tokens: [{ kind: 'session' }],
    })
    expect(JSON.stringify(body)).not.toMatch(/argon2|token_hash|password_hash|somebody else/)
  })

  it('returns what was left under the address only once the address is confirmed', async () => {
    const wish = { item_id: 4, lang: 'en', latitude: 47, longitude: 8, radius: 500 } as const
    const data = async (fields: Parameters<typeof createUser>[1]) => {
      const user = await createUser(orm(), fields)
      const left = { ...wish, email: user.email, expires_at: new Date(Date.now() + MINUTE_MS) }
      await orm().insert(schema.wishes).values(left)
      return (await test.call(accountsApi.exportData, { as: user.token })).body.data
    }
    expect((await data({})).wishes).toHaveLength(1)
    expect((await data({ email_confirmed_at: null })).wishes).toEqual([])
  })

  it('names columns as the API does, not as the database does', async () => {
    const [borrower, lender] = [await createUser(orm()), await createUser(orm())]
    const sides = { borrower_id: borrower.id, lender_id: lender.id }
    await orm()
      .insert(schema.transactions)
      .values({ ...sides, item_id: 4 })
    const { body } = await test.call(accountsApi.exportData, { as: lender.token })
    expect(body.data.transactions).toMatchObject([{ renter_id: lender.id }])
    expect(body.data.transactions?.[0]).not.toHaveProperty('lender_id')
  })

  it('covers every table that points to a user or holds an address, and no secret of any', async () => {
    const personal = await test.deps.database.query<{ name: string }>(
      `WITH RECURSIVE personal (id) AS (
         SELECT 'users'::regclass::oid
         UNION
         SELECT conrelid FROM pg_constraint JOIN personal ON confrelid = personal.id WHERE contype = 'f'
       )
       SELECT id::regclass::text AS name FROM personal
       UNION
       SELECT table_name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name ~ 'email|recipient'`,
      [],
    )
    const { features } = test.deps
    const accountData = features.flatMap(({ personalData }) => personalData ?? [])
    const exported = accountData.map(({ table }) => getTableName(table))
    const coveredTables = new Set([
      ...exported,
      ...features.flatMap(({ notExported }) => Object.keys(notExported ?? {})),
    ])
    expect(personal.map(({ name }) => name)).toContain('letterbox_items')
    expect(personal.filter(({ name }) => !coveredTables.has(name))).toEqual([])

    const columns = accountData.flatMap(({ table, secret = [] }) =>
      Object.values(getTableColumns(table)).flatMap(({ name }) =>
        secret.includes(name) ? [] : [name],
      ),
    )
    expect(columns.filter((name) => /hash|secret|token/.test(name))).toEqual([])
  })

  it('requires a login', async () => {
    expect((await test.call(accountsApi.exportData)).status).toBe(401)
  })
})
