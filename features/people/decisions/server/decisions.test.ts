import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { adminReportsApi } from '#features/community/moderation/contract.admin.ts'
import { cases } from '#features/community/moderation/tables.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { adminLetterboxesApi } from '#features/places/letterboxes/contract.admin.ts'
import { local_mails } from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { adminDecisionsApi } from '../contract.admin.ts'
import { decisionsApi } from '../contract.ts'
import type { DecisionGround } from '../decision-kinds.ts'
import { decisions } from '../tables.ts'

const ADMIN = 'admin@example.org'

let test: TestApp
let first: TestUser
let second: TestUser
beforeAll(async () => {
  test = await createTestApp({ config: { adminEmail: ADMIN } })
  first = await createUser(orm(), { role_id: 3, email: ADMIN })
  second = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm

async function mailsTo(recipient: string) {
  await test.deps.mails.drain()
  return orm().select().from(local_mails).where(eq(local_mails.recipient, recipient))
}

/** The mail with the link to object, and its token. */
async function toldTo({ email }: TestUser) {
  const mail = (await mailsTo(email)).find(({ text }) => text.includes('/objection?token='))
  const [, token = ''] = /\/objection\?token=([\w-]+)/.exec(mail?.text ?? '') ?? []
  return { token, text: mail?.text ?? '' }
}

async function suspended(ground: DecisionGround = 'terms') {
  const user = await createUser(orm(), { lang: 'en' })
  const { body } = await test.call(adminUsersApi.byId, { as: first.token, query: { id: user.id } })
  const { status } = await test.call(adminUsersApi.suspend, {
    as: first.token,
    body: { id: user.id, version: body.version, reason: 'Spam to many', ground },
  })
  expect(status).toBe(200)
  return user
}
const object = (token: string, text = 'It was not me.') =>
  test.call(decisionsApi.object, { body: { token, text } })
const about = (token: string) => test.call(decisionsApi.about, { body: { token } })
const answer = (as: TestUser, id: string, outcome: 'upheld' | 'reversed' = 'reversed') =>
  test.call(adminDecisionsApi.answer, {
    as: as.token,
    body: { id, outcome, text: 'You are right.' },
  })
async function objectionOf(user: TestUser, as = second) {
  const { body } = await test.call(adminDecisionsApi.list, { as: as.token })
  const found = body.rows.find((row) => row.user?.id === user.id)
  if (!found) throw new Error('Unexpected missing objection')
  return found
}

describe('a mail about a decision', () => {
  it('names the reason, the ground, how it was decided and the remedies, for accounts and letterboxes', async () => {
    const user = await suspended('law')
    const { text } = await toldTo(user)
    for (const part of [
      'Spam to many',
      'A law that the reason names',
      'By a person, not by a program',
      'Until we take it back',
      'You can also go to court.',
    ]) {
      expect(text).toContain(part)
    }
    const { id, owner } = await createLetterbox(orm(), { ownerFields: { lang: 'en' } })
    const { body } = await test.call(adminLetterboxesApi.byId, {
      as: first.token,
      query: { id },
    })
    const hiding = {
      id,
      version: body.version,
      reason: 'Nobody lives there',
      ground: 'terms',
    } as const
    await test.call(adminLetterboxesApi.hide, { as: first.token, body: hiding })
    const hidden = await toldTo(owner)
    expect(hidden.text).toContain('Our rules and terms of use')
    expect((await about(hidden.token)).body).toMatchObject({
      kind: 'letterbox_hidden',
      ground: 'terms',
      reason: 'Nobody lives there',
      objected_at: null,
    })
  })
})

describe('an objection', () => {
  it('works once without a login and notifies all administrators', async () => {
    const user = await suspended()
    const { token } = await toldTo(user)
    expect((await object('none')).status).toBe(422)
    expect((await object(token, ' ')).status).toBe(422)
    const answers = await Promise.all([object(token), object(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect((await about(token)).body.objected_at).not.toBeNull()
    for (const administrator of [ADMIN, second.email]) {
      const mails = await mailsTo(administrator)
      expect(mails.filter(({ text }) => text.includes('It was not me.'))).toHaveLength(1)
    }
  })

  it('is answered once, by mail, by another administrator, and both are recorded', async () => {
    const user = await suspended()
    const { token } = await toldTo(user)
    await object(token)
    const { id, may_answer, user: objector } = await objectionOf(user)
    expect(objector).toMatchObject({ id: user.id, lang: 'en' })
    expect([may_answer, (await objectionOf(user, first)).may_answer]).toEqual([true, false])
    expect((await answer(first, id)).status).toBe(403)
    expect((await answer(second, id)).status).toBe(204)
    expect((await answer(second, id)).status).toBe(409)
    expect((await about(token)).body).toMatchObject({
      outcome: 'reversed',
      answer: 'You are right.',
    })
    const texts = (await mailsTo(user.email)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('You are right.'))).toHaveLength(1)
    const { body: log } = await test.call(auditApi.list, {
      as: first.token,
      query: { subject: 'objection', subject_id: id },
    })
    expect(log.rows).toMatchObject([
      { verb: 'answer', by: { id: second.id }, after: { outcome: 'reversed', text: '…' } },
      { verb: 'create', by: null },
    ])
  })

  it('can be answered by the administrator who decided if there is no other', async () => {
    const user = await suspended()
    await object((await toldTo(user)).token)
    await test.deps.database.query('UPDATE users SET role_id = 1 WHERE id = $1', [second.id])
    const { id } = await objectionOf(user, first)
    expect((await answer(first, id, 'upheld')).status).toBe(204)
    await test.deps.database.query('UPDATE users SET role_id = 3 WHERE id = $1', [second.id])
  })

  it('cannot be answered by the moderator who decided while there is another one', async () => {
    const moderator = await createUser(orm(), { role_id: 2 })
    const user = await suspended()
    await object((await toldTo(user)).token)
    const { id, may_answer } = await objectionOf(user, moderator)
    expect(may_answer).toBe(true)
    await test.deps.database.query('UPDATE decisions SET decided_by = $1 WHERE id = $2', [
      moderator.id,
      id,
    ])
    expect((await objectionOf(user, moderator)).may_answer).toBe(false)
    expect((await answer(moderator, id)).status).toBe(403)
    const helper = await createUser(orm(), { tasks: ['moderation'] })
    expect((await answer(helper, id)).status).toBe(204)
  })

  it('can be read by moderators only, and its text is deleted with the account', async () => {
    const user = await suspended()
    const { token } = await toldTo(user)
    await object(token)
    const shipper = await createUser(orm(), { tasks: ['shipping'] })
    expect((await test.call(adminDecisionsApi.list, { as: shipper.token })).status).toBe(403)
    const { id } = await objectionOf(user)
    const { body } = await test.call(adminUsersApi.byId, {
      as: first.token,
      query: { id: user.id },
    })
    const removing = { id: user.id, version: body.version }
    expect(
      (await test.call(adminUsersApi.remove, { as: first.token, body: removing })).status,
    ).toBe(204)
    const [row] = await orm().select().from(decisions).where(eq(decisions.id, id))
    expect(row).toMatchObject({
      user_id: null,
      reason: '',
      objection: '',
      kind: 'account_suspended',
    })
    expect((await about(token)).status).toBe(422)
  })
})

describe('the yearly counts', () => {
  it('include reports by kind, decisions by ground and objections by outcome', async () => {
    const year = new Date().getFullYear()
    const counts = async () =>
      (await test.call(adminDecisionsApi.year, { as: first.token, query: { year: `${year}` } }))
        .body
    const find = async (about: string, kind: string, ground: string | null = null) =>
      (await counts()).find(
        (each) => each.about === about && each.kind === kind && each.ground === ground,
      )
    const before = (await find('decision', 'account_suspended', 'law'))?.count ?? 0
    const user = await suspended('law')
    await object((await toldTo(user)).token)
    await answer(second, (await objectionOf(user)).id, 'reversed')
    expect(await find('decision', 'account_suspended', 'law')).toMatchObject({
      count: before + 1,
      after_report: false,
      acted: 1,
    })
    expect(await find('objection', 'account_suspended')).toMatchObject({ median_hours: 0 })

    const { id: letterbox_id } = await createLetterbox(orm())
    const author = { title: 'Gone', email: 'a@example.org', lang: 'en' } as const
    const about = { kind: 'report', letterbox_id, ...author } as const
    for (const [type, outcome, days] of [
      ['illegal', 'done', 1],
      ['illegal', 'nothing_to_do', 3],
      ['other', 'done', 1],
    ] as const) {
      const created_at = new Date(test.deps.clock().getTime() - days * DAY_MS)
      const [row] = await orm()
        .insert(cases)
        .values({ ...about, type, created_at })
        .returning()
      const body = { id: row?.id ?? '', version: 0, outcome }
      expect((await test.call(adminReportsApi.settle, { as: first.token, body })).status).toBe(200)
    }
    // Reports are deleted after half a year, but their counts stay.
    await orm().delete(cases)
    expect(await find('report', 'illegal')).toMatchObject({ count: 2, acted: 1, median_hours: 48 })
    expect(await find('report', 'other')).toMatchObject({ count: 1, acted: 1, median_hours: 24 })
    const query = { year: `${year - 1}` }
    expect((await test.call(adminDecisionsApi.year, { as: first.token, query })).body).toEqual([])
    const shipper = await createUser(orm(), { tasks: ['shipping'] })
    expect((await test.call(adminDecisionsApi.year, { as: shipper.token, query })).status).toBe(403)
  })
})
