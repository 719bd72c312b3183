import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { users } from '#platform/server/identity/tables.ts'
import { auditApi } from '../contract.admin.ts'
import { audit_log } from '../tables.ts'
import { recordAct, recordActs } from './audit.queries.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(test.deps.database.orm, { role_id: 3, firstname: 'Berta' })
})
afterAll(() => test.close())

const list = async (query: object) =>
  (await test.call(auditApi.list, { as: admin.token, query })).body

describe('the audit log', () => {
  it('rolls an entry back together with the act it records', async () => {
    const { orm } = test.deps.database
    const id = randomUUID()
    const failing = orm.transaction(async (tx) => {
      const act = { subject: 'order', subject_id: id, verb: 'ship' } as const
      await recordAct(tx, admin, act, new Date())
      throw new Error('the mail could not be written')
    })
    await expect(failing).rejects.toThrow('the mail')
    expect(await list({ subject_id: id })).toEqual({ rows: [], total: 0 })
  })

  it('refuses updates, deletion and truncation by any role', async () => {
    const { orm } = test.deps.database
    const id = randomUUID()
    await recordAct(orm, 'command', { subject: 'user', subject_id: id, verb: 'grant' }, new Date())
    const entry = eq(audit_log.subject_id, id)
    for (const change of [
      () => orm.update(audit_log).set({ verb: 'revoke' }).where(entry),
      () => orm.delete(audit_log).where(entry),
      () => orm.execute(sql`TRUNCATE audit_log`),
    ]) {
      await expect(change()).rejects.toMatchObject({
        cause: { message: 'audit_log is append-only' },
      })
    }
    expect((await list({ subject_id: id })).rows).toMatchObject([
      { actor: 'command', by: null, verb: 'grant' },
    ])
  })

  it('can be searched by actor, id, label, noun, verb and day', async () => {
    const { orm } = test.deps.database
    const actor = await createUser(orm, { role_id: 2, firstname: 'Xaver', lastname: 'Zyx' })
    const acts = [
      { subject: 'order', subject_id: 'a1', verb: 'ship', label: 'No 4711' },
      {
        subject: 'item',
        subject_id: 7,
        verb: 'update',
        before: { name_de: 'Bohrer' },
        after: { name_de: 'Bohrmaschine' },
      },
    ] as const
    await recordActs(orm, actor, acts, new Date('2026-02-03T23:30:00Z'))
    const verbs = async (query: object) =>
      (await list({ search: 'xaver z', ...query })).rows.map(({ verb }) => verb).sort()
    expect(await verbs({})).toEqual(['ship', 'update'])
    expect(await verbs({ subject: 'item' })).toEqual(['update'])
    expect(await verbs({ verb: 'ship' })).toEqual(['ship'])
    // The next day has begun in Zürich.
    expect(await verbs({ from: '2026-02-05' })).toEqual([])
    expect(await verbs({ until: '2026-02-03' })).toEqual([])
    expect(await verbs({ from: '2026-02-04', until: '2026-02-04' })).toHaveLength(2)
    expect((await list({ search: 'no 47' })).rows).toMatchObject([
      { label: 'No 4711', by: { id: actor.id, name: 'Xaver Zyx' }, at: '2026-02-03T23:30:00.000Z' },
    ])
    expect((await list({ search: 'xaver', size: 1, page: 2 })).total).toBe(2)
    // The actor is the only name in an entry, and it is joined, so it disappears with the account.
    await orm.delete(users).where(eq(users.id, actor.id))
    expect((await list({ search: 'No 4711' })).rows).toMatchObject([{ by: null }])
  })

  it('names an administrator without a name by the address', async () => {
    const { orm } = test.deps.database
    const first = await createUser(orm, { role_id: 3, firstname: '', lastname: '' })
    const subject_id = randomUUID()
    await recordAct(orm, first, { subject: 'order', subject_id, verb: 'ship' }, new Date())
    const [entry] = (await list({ subject_id })).rows
    expect(entry?.by).toEqual({ id: first.id, name: first.email })
  })

  it('names an account by its current name, or not at all once it is deleted', async () => {
    const { orm } = test.deps.database
    const { id } = await createUser(orm, { firstname: 'Yara', lastname: 'Xu' })
    await recordAct(orm, admin, { subject: 'user', subject_id: id, verb: 'read' }, new Date())
    // An id that only looks like an account's is not joined.
    const other = { subject: 'letterbox', subject_id: id, verb: 'hide' } as const
    await recordAct(orm, admin, other, new Date())
    const all = { subject: 'user', subject_id: 'all', verb: 'export' } as const
    await recordAct(orm, admin, all, new Date())
    const account = async (query: object) =>
      (await list(query)).rows.map((entry) => [entry.subject, entry.account]).sort()
    await orm.update(users).set({ firstname: 'Yael' }).where(eq(users.id, id))
    expect(await account({ subject_id: id })).toEqual([
      ['letterbox', null],
      ['user', { id, name: 'Yael Xu' }],
    ])
    expect(await account({ subject: 'user', subject_id: 'all' })).toEqual([['user', null]])
    await orm.delete(users).where(eq(users.id, id))
    expect(await account({ subject_id: id, subject: 'user' })).toEqual([['user', null]])
  })
})
