import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import type { Task } from '#platform/shared/tasks.ts'
import { grantTo, listLines, RefusedError, revokeFrom } from './commands.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { adminEmail: 'chief@example.org' } })
})
afterAll(() => test.close())
const orm = () => test.deps.database.orm
beforeEach(() => orm().delete(users))

const roleOf = async ({ id }: TestUser) => {
  const [row] = await orm().select().from(users).where(eq(users.id, id))
  return row?.role_id
}
const MODERATOR = ['moderation', 'map'] as const
const grant = (email: string, ...tasks: Task[]) =>
  grantTo(orm(), test.deps, { email, tasks: tasks.length > 0 ? tasks : ['administration'] })
const revoke = (email: string, force = false) =>
  revokeFrom(orm(), test.deps, { email, tasks: 'all', force })
const createAdmin = (email?: string) =>
  createUser(orm(), { role_id: ROLE_ID.admin, ...(email && { email }) })
const mailCountOf = async ({ email }: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === email).length

describe('list', () => {
  it('names admins, then moderators, then other members with a task', async () => {
    expect(await listLines(orm())).toEqual(['This community has no admin yet.'])
    await createUser(orm(), { email: 'mod@example.org', role_id: ROLE_ID.moderator, lastname: '' })
    await createAdmin('boss@example.org')
    await createUser(orm())
    await createUser(orm(), { email: 'post@example.org', tasks: ['shipping', 'texts'] })
    expect(await listLines(orm())).toEqual([
      'admin      boss@example.org                 Ada Muster               administration',
      'moderator  mod@example.org                  Ada                      moderation, map',
      'member     post@example.org                 Ada Muster               shipping, texts',
    ])
  })
})

describe('grant', () => {
  it('gives tasks to an address in any capitalisation and notifies its owner once', async () => {
    const user = await createUser(orm(), { email: 'ada@example.org' })
    expect(await grant('ADA@example.org', ...MODERATOR)).toEqual([
      'ada@example.org has from now on: moderation, map.',
    ])
    expect(await grant(user.email, ...MODERATOR)).toEqual([
      'ada@example.org has these tasks already: moderation, map.',
    ])
    expect([await roleOf(user), await mailCountOf(user)]).toEqual([ROLE_ID.moderator, 1])
    expect(await grant(user.email)).toEqual(['ada@example.org has from now on: administration.'])
    expect([await roleOf(user), await mailCountOf(user)]).toEqual([ROLE_ID.admin, 2])
  })

  it('refuses an unknown or unconfirmed address and a change that would demote an admin', async () => {
    const stranger = await createUser(orm(), { email_confirmed_at: null })
    const admin = await createAdmin()
    await expect(grant('nobody@example.org')).rejects.toThrow(
      new RefusedError('No account has the address nobody@example.org.'),
    )
    await expect(grant(stranger.email)).rejects.toThrow('has not confirmed its address yet')
    await expect(grant(admin.email, ...MODERATOR)).rejects.toThrow('revoke that first')
    expect([await roleOf(stranger), await roleOf(admin)]).toEqual([1, 3])
    expect(await mailCountOf(stranger)).toBe(0)
  })
})

describe('revoke', () => {
  it('takes the rights but leaves the session open', async () => {
    const [user] = [await createAdmin(), await createAdmin()]
    expect(await revoke(user.email)).toEqual([`${user.email} is an ordinary member from now on.`])
    const { status, body } = await test.call(profileApi.userinfo, { as: user.token })
    expect([status, body.role_id]).toEqual([200, ROLE_ID.member])
    expect(await revoke(user.email)).toEqual([`${user.email} has no task.`])
    expect(await mailCountOf(user)).toBe(1)
  })

  it('is recorded in the audit log, and so is granting', async () => {
    const admin = await createAdmin()
    const user = await createUser(orm())
    await grant(user.email, 'treasury')
    await revoke(user.email)
    const { body } = await test.call(auditApi.list, {
      as: admin.token,
      query: { subject_id: user.id },
    })
    expect(body.rows).toMatchObject([
      { actor: 'command', verb: 'revoke', before: { tasks: ['treasury'] }, after: { tasks: [] } },
      { actor: 'command', verb: 'grant', before: { tasks: [] }, after: { tasks: ['treasury'] } },
    ])
  })

  it('takes one task of several, but only all tasks of an administrator', async () => {
    const user = await createUser(orm(), { role_id: ROLE_ID.moderator, tasks: ['texts'] })
    const part = (email: string) =>
      revokeFrom(orm(), test.deps, { email, tasks: ['moderation'], force: false })
    expect(await part(user.email)).toEqual([`${user.email} has from now on: map, texts.`])
    expect(await roleOf(user)).toBe(ROLE_ID.member)
    const [admin] = [await createAdmin(), await createAdmin()]
    await expect(part(admin.email)).rejects.toThrow('revoke administration first')
  })

  it('does not remove the last admin unless it is forced', async () => {
    const admin = await createAdmin()
    const moderator = await createUser(orm(), { role_id: ROLE_ID.moderator })
    await expect(revoke(admin.email)).rejects.toThrow(
      new RefusedError(
        `${admin.email} is the only admin: make another member admin first, or add --force.`,
      ),
    )
    expect(await roleOf(admin)).toBe(ROLE_ID.admin)
    await revoke(moderator.email)
    await revoke(admin.email, true)
    expect([await roleOf(admin), await roleOf(moderator)]).toEqual([1, 1])
  })

  it('leaves one of two admins who are revoked at the same time', async () => {
    const admins = [await createAdmin(), await createAdmin()]
    const outcomes = await Promise.allSettled(admins.map(({ email }) => revoke(email)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await listLines(orm())).toHaveLength(1)
  })

  it('warns if the settings would make the account an admin again', async () => {
    await createAdmin()
    await createAdmin('Chief@example.org')
    expect(await revoke('chief@example.org')).toContain(
      'ADMIN_EMAIL names this address: change it, or the next start makes it an admin again.',
    )
    await expect(revoke('nobody@example.org')).rejects.toThrow('No account has the address')
  })
})
