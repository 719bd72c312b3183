import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import type { MessageReportReason } from '#features/lending/conversations/messages/message-report-reasons.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { adminDecisionsApi } from '#features/people/decisions/contract.admin.ts'
import { decisionsApi } from '#features/people/decisions/contract.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { adminMessageReportsApi } from '../contract.admin.ts'
import { messageReportsApi } from '../contract.ts'
import { cases } from '../tables.ts'
import { deleteOldCases } from './moderation.queries.ts'

const api = { ...messageReportsApi, ...adminMessageReportsApi }
const LADDER = 1
const OFFICE = 'office@example.org'

let test: TestApp
let moderator: TestUser
beforeAll(async () => {
  test = await createTestApp({ config: { adminEmail: OFFICE } })
})
afterAll(() => test.close())
beforeEach(async () => {
  await orm().delete(cases)
  await orm().update(users).set({ role_id: 1 }).where(eq(users.role_id, 2))
  moderator = await createUser(orm(), { role_id: 2 })
})

const orm = () => test.deps.database.orm
type Target = { message_id: string } | { transaction_id: string }
const report = (
  by: TestUser | undefined,
  target: Target,
  fields: { reason?: MessageReportReason; note?: string } = {},
) =>
  test.call(api.store, {
    as: by?.token,
    body: { ...target, reason: 'rude', ...fields },
  })
const reports = (by = moderator, state: 'open' | 'handled' = 'open') =>
  test.call(api.list, { as: by.token, query: { state } })
const settle = (by: TestUser, ...ids: string[]) =>
  test.call(api.settle, { as: by.token, body: { ids, outcome: 'justified' } })
const measure = (by: TestUser, id: string, what: 'warn' | 'suspend', reason = 'You were rude.') =>
  test.call(api.settle, {
    as: by.token,
    body: { ids: [id], outcome: 'justified', measure: what, reason },
  })
const write = async (by: TestUser, { id }: Transaction, text: string) =>
  (
    await test.call(messagesApi.sendMessage, {
      as: by.token,
      body: { transaction_id: id, text },
    })
  ).body
const mailsTo = async (email: string) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)
/** Outcomes mailed to a reporter, after the minutes in which further decisions would join the mail. */
const outcomesTo = async (email: string) => {
  await test.deps.database.query(
    `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = 'mails'`,
  )
  return (await mailsTo(email)).filter(({ subject }) => /decided|entschieden/.test(subject))
}

async function conversation() {
  const borrower = await createUser(orm(), { enable_messaging: true, firstname: 'Eve' })
  const box = await createLetterbox(orm(), {
    items: [LADDER],
    ownerFields: { enable_messaging: true, firstname: 'Ben' },
  })
  const { body: transaction } = await test.call(requestsApi.create, {
    as: borrower.token,
    body: { renter_id: box.owner.id, item_id: LADDER, text: `Please, ${randomUUID()}` },
  })
  const first = transaction.messages[0]?.id ?? ''
  return { borrower, lender: box.owner, box, transaction, first }
}

describe('POST /reports/storeMessage', () => {
  it('stores repeated reports of a message once, and notifies the moderators once', async () => {
    const { borrower, lender, first } = await conversation()
    const before = (await mailsTo(OFFICE)).length
    const fields = { reason: 'money', note: 'Wants an advance.' } as const
    const answers = await Promise.all(
      [1, 2, 3].map(() => report(lender, { message_id: first }, fields)),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await orm().select().from(cases)).toMatchObject([
      { message_id: first, user_id: lender.id, handled_at: null, outcome: null },
    ])
    const [mail, ...more] = (await mailsTo(OFFICE)).slice(before)
    expect([mail?.subject, more]).toEqual(['Eine Nachricht wurde gemeldet: Betrug oder Geld', []])
    expect(mail?.text).toContain('Wants an advance.')
    expect(await mailsTo(moderator.email)).toHaveLength(1)
    // The author does not learn of the report, not even from their data export.
    expect(await mailsTo(borrower.email)).toEqual([])
    const { body } = await test.call(accountsApi.exportData, { as: borrower.token })
    expect(JSON.stringify(body)).not.toContain('advance')
    const own = await test.call(accountsApi.exportData, { as: lender.token })
    expect(own.body.data.message_reports).toMatchObject([{ note: 'Wants an advance.' }])
    expect(JSON.stringify(own.body.data.message_reports)).not.toContain('handled_by')
  })

  it('quotes nothing of the conversation in a mail', async () => {
    const { lender, transaction, first } = await conversation()
    await report(lender, { message_id: first })
    const mails = [...(await mailsTo(OFFICE)), ...(await mailsTo(moderator.email))]
    const text = transaction.messages[0]?.text.slice(0, 20) ?? ''
    expect(text).not.toBe('')
    for (const mail of mails) expect(mail.text + mail.html).not.toContain(text)
  })

  it('reports the newest message of the other side if none is named', async () => {
    const { borrower, lender, transaction } = await conversation()
    expect((await report(borrower, { transaction_id: transaction.id })).status).toBe(404)
    await write(lender, transaction, 'No.')
    const newest = await write(lender, transaction, 'Never!')
    await write(borrower, transaction, 'Oh')
    await report(borrower, { transaction_id: transaction.id })
    expect((await reports()).body.rows[0]?.message).toMatchObject({ id: newest.id, text: 'Never!' })
  })

  it('returns 404 to callers outside the conversation, as for an unknown message', async () => {
    const { borrower, lender, box, transaction, first } = await conversation()
    const stranger = await createUser(orm())
    const newMember = await createUser(orm())
    await orm().insert(household_members).values({ user_id: newMember.id, letterbox_id: box.id })
    const nothing = await report(stranger, { message_id: randomUUID() })
    expect([nothing.status, nothing.error.code]).toEqual([404, 'not_found'])
    for (const outsider of [stranger, newMember, moderator]) {
      for (const target of [{ message_id: first }, { transaction_id: transaction.id }]) {
        const answer = await report(outsider, target)
        expect([answer.status, answer.error]).toEqual([404, nothing.error])
      }
    }
    expect((await report(undefined, { message_id: first })).status).toBe(401)
    expect((await report(borrower, { message_id: first })).error.errors).toEqual({
      message_id: ['errors.validation.invalid'],
    })
    // An undelivered message gets the same response as one that does not exist.
    await orm().update(messages).set({ held_at: new Date() }).where(eq(messages.id, first))
    expect((await report(lender, { message_id: first })).error).toEqual(nothing.error)
    expect((await report(lender, { transaction_id: transaction.id })).status).toBe(404)
  })

  it.each([
    ['without a message', {}, 'message_id'],
    [
      'of a message and a conversation',
      { message_id: randomUUID(), transaction_id: randomUUID() },
      'message_id',
    ],
    ['without a reason', { message_id: randomUUID(), reason: undefined }, 'reason'],
    ['for an unknown reason', { message_id: randomUUID(), reason: 'taste' }, 'reason'],
    ['with too many words', { message_id: randomUUID(), note: 'x'.repeat(801) }, 'note'],
  ])('is refused %s', async (_name, fields, field) => {
    const as = (await createUser(orm())).token
    const body = { reason: 'rude', ...fields } as never
    const { status, error } = await test.call(api.store, { as, body })
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, [field]])
  })

  it('works after a block, and is rate-limited', async () => {
    const { borrower, lender, first } = await conversation()
    await test.call(blocksApi.block, { as: lender.token, body: { user_id: borrower.id } })
    expect((await report(lender, { message_id: first })).status).toBe(201)
    const more = await Promise.all(
      Array.from({ length: 10 }, () => report(lender, { message_id: first })),
    )
    expect(more.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('keeps the report without a name when its author deletes the account', async () => {
    const { lender, first } = await conversation()
    await orm().update(users).set({ email_confirmed_at: null }).where(eq(users.id, lender.id))
    await report(lender, { message_id: first }, { note: 'I am Ben.' })
    expect((await test.call(accountsApi.remove, { as: lender.token })).status).toBe(204)
    const { body } = await reports()
    expect(body.rows).toMatchObject([{ reporter: null, note: '', reason: 'rude' }])
  })
})

describe('GET /admin/message-reports', () => {
  it('returns the message with its context and state; each reading is logged', async () => {
    const { borrower, lender, box, transaction } = await conversation()
    for (const n of [1, 2, 3, 4]) await write(lender, transaction, `Before ${n}`)
    const { id } = await write(borrower, transaction, 'You fool')
    for (const n of [1, 2, 3, 4]) await write(lender, transaction, `After ${n}`)
    const hidden = await write(borrower, transaction, 'Waits for a moderator')
    await orm()
      .update(messages)
      .set({ held_at: new Date(), created_at: new Date() })
      .where(eq(messages.id, hidden.id))
    await report(lender, { message_id: id }, { note: 'Look' })
    const { status, body } = await reports()
    expect([status, body.total]).toEqual([200, 1])
    expect(body.rows[0]).toMatchObject({
      reason: 'rude',
      note: 'Look',
      reporter: { id: lender.id, firstname: 'Ben', side: 'lender' },
      author: {
        id: borrower.id,
        firstname: 'Eve',
        reported_by: 1,
        warned: 0,
        suspended: false,
        reachable: true,
        lang: 'en',
      },
      letterbox_id: box.id,
      // The request and nine more. A held message has not been delivered.
      messages: 10,
      measure: null,
      message: { id, text: 'You fool' },
      item: { id: LADDER },
      status: 'requested',
      closed: false,
    })
    expect(body.rows[0]?.context.map(({ text, by_author }) => [text, by_author])).toEqual([
      ...[2, 3, 4].map((n) => [`Before ${n}`, false]),
      ...[1, 2, 3].map((n) => [`After ${n}`, false]),
    ])
    const text = JSON.stringify(body)
    for (const secret of ['Langstrasse', lender.email, borrower.email, 'Muster', 'Please'])
      expect(text).not.toContain(secret)
    // Recorded once per session, however often the list is opened.
    await reports()
    const acts = orm().select().from(audit_log)
    expect(await acts.where(eq(audit_log.actor_id, moderator.id))).toMatchObject([
      { subject: 'message_report', subject_id: body.rows[0]?.id, verb: 'read' },
    ])
    expect(body.rows[0]?.read_by).toBeNull()
    const admin = await createUser(orm(), { role_id: 3 })
    const readers = (await reports(admin)).body.rows[0]?.read_by
    expect(readers?.map(({ by }) => by?.id)).toEqual([admin.id, moderator.id])
  })

  it('returns 404 to members, and moderators do not see reports that concern themselves', async () => {
    const { borrower, lender, box, first } = await conversation()
    const { body } = await report(lender, { message_id: first })
    const admin = await createUser(orm(), { role_id: 3 })
    expect((await reports(admin)).body.total).toBe(1)
    for (const as of [undefined, borrower.token]) {
      const answers = [
        await test.call(api.list, { as }),
        await test.call(api.settle, {
          as,
          body: { ids: [body.id], outcome: 'unfounded' },
        }),
      ]
      expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
        [404, 'not_found'],
        [404, 'not_found'],
      ])
    }
    const member = await createUser(orm())
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: box.id })
    for (const { id, token } of [borrower, lender, member]) {
      await orm().update(users).set({ role_id: 2 }).where(eq(users.id, id))
      const { body: own } = await test.call(api.list, { as: token })
      expect(own).toMatchObject({ rows: [], total: 0 })
      expect((await settle({ id, token, email: '' }, body.id)).body).toEqual({ decided: 0 })
    }
    expect((await reports()).body.total).toBe(1)
    // They are not notified: the mails to both sides are about the request.
    const subjects = (await mailsTo(borrower.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /report|gemeldet/.test(subject))).toEqual([])
  })

  it.each(['reported', 'wrote'])(
    'hides a report from a former household member who %s it',
    async (did) => {
      const { borrower, box, transaction, first } = await conversation()
      const member = await createUser(orm(), { enable_messaging: true })
      await orm()
        .insert(household_members)
        .values({ user_id: member.id, letterbox_id: box.id, joined_at: new Date(0) })
      const { id: answer } = await write(member, transaction, 'Yes, any time')
      const { body } =
        did === 'wrote'
          ? await report(borrower, { message_id: answer })
          : await report(member, { message_id: first })
      await orm().delete(household_members).where(eq(household_members.user_id, member.id))
      await orm().update(users).set({ role_id: 2 }).where(eq(users.id, member.id))
      expect((await reports(member)).body).toMatchObject({ rows: [], counts: { open: 0 } })
      expect((await settle(member, body.id)).body).toEqual({ decided: 0 })
      expect((await reports()).body.rows).toMatchObject([
        { author: { id: did === 'wrote' ? member.id : borrower.id, reported_by: 1 } },
      ])
    },
  )

  it('counts messages without a stored author against the borrower', async () => {
    const { borrower, lender, first } = await conversation()
    await report(lender, { message_id: first })
    await orm().update(messages).set({ author_id: null }).where(eq(messages.id, first))
    expect((await reports()).body.rows).toMatchObject([
      { author: { id: borrower.id, reported_by: 1 } },
    ])
  })

  it('mails nothing to moderators who belong to the conversation', async () => {
    const { borrower, lender, first } = await conversation()
    for (const { id } of [borrower, lender])
      await orm().update(users).set({ role_id: 2 }).where(eq(users.id, id))
    await report(lender, { message_id: first })
    for (const { email } of [borrower, lender]) {
      const subjects = (await mailsTo(email)).map(({ subject }) => subject)
      expect(subjects.filter((subject) => subject.includes('reported'))).toEqual([])
    }
    expect(await mailsTo(moderator.email)).toHaveLength(1)
  })

  it('still lists messages of a deleted account', async () => {
    const { borrower, lender, first } = await conversation()
    await report(lender, { message_id: first })
    await orm().update(users).set({ email_confirmed_at: null }).where(eq(users.id, borrower.id))
    expect((await test.call(accountsApi.remove, { as: borrower.token })).status).toBe(204)
    expect((await reports()).body.rows).toMatchObject([{ author: null, message: { id: first } }])
  })
})

describe('POST /admin/message-reports/assign', () => {
  const assign = (by: TestUser, mine: boolean, ...ids: string[]) =>
    test.call(api.assign, { as: by.token, body: { ids, mine } })

  it('assigns a free report once, and lets its assignee give it back', async () => {
    const { borrower, lender, first } = await conversation()
    const { id } = (await report(lender, { message_id: first })).body
    const admin = await createUser(orm(), { role_id: 3 })
    expect((await assign(moderator, true, id)).body).toEqual({ decided: 1 })
    expect((await assign(admin, true, id)).body).toEqual({ decided: 0 })
    expect((await assign(admin, false, id)).body).toEqual({ decided: 0 })
    const { body } = await test.call(api.list, { as: moderator.token, query: { state: 'mine' } })
    expect(body).toMatchObject({
      rows: [{ id, assignee: { id: moderator.id } }],
      counts: { open: 1, mine: 1, settled: 0 },
    })
    expect((await assign(moderator, false, id)).body).toEqual({ decided: 1 })
    expect((await assign(borrower, true, id)).status).toBe(404)
    const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))
    expect(acts.map(({ verb }) => verb)).toEqual(['assign', 'read', 'assign'])
  })
})

describe('POST /admin/message-reports/settle', () => {
  it('settles each report once, and keeps settled reports for half a year', async () => {
    const { lender, first } = await conversation()
    const { body } = await report(lender, { message_id: first })
    const other = await createUser(orm(), { role_id: 3 })
    const decided = await Promise.all([settle(moderator, body.id), settle(other, body.id)])
    expect(decided.map((each) => each.body.decided).sort()).toEqual([0, 1])
    expect((await reports()).body).toMatchObject({ rows: [], total: 0 })
    expect((await reports(moderator, 'handled')).body.rows).toMatchObject([
      { id: body.id, outcome: 'justified' },
    ])
    // Pressing again returns the same report and sends no second mail.
    expect((await report(lender, { message_id: first })).body).toEqual(body)
    expect(await mailsTo(moderator.email)).toHaveLength(1)
    const count = async (days: number) => {
      await deleteOldCases(orm(), new Date(Date.now() + days * DAY_MS))
      return (await orm().select().from(cases)).length
    }
    expect([await count(181), await count(183)]).toEqual([1, 0])
  })

  it('warns the author of a message in the words of the moderator, and names no reporter', async () => {
    const { borrower, lender, first } = await conversation()
    const { id } = (await report(lender, { message_id: first }, { note: 'I am afraid.' })).body
    expect((await measure(moderator, id, 'warn', 'Stay\nfriendly.')).body).toEqual({ decided: 1 })
    const warnings = (await mailsTo(borrower.email)).filter(({ subject }) =>
      /warning/.test(subject),
    )
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.text).toContain('friendly.')
    for (const part of ['By a person, after a report', 'Our rules and terms of use'])
      expect(warnings[0]?.text).toContain(part)
    // A warning restricts nothing, so it has no end date.
    expect(warnings[0]?.text).not.toContain('Until when')
    for (const secret of ['Ben', 'afraid', lender.email]) {
      expect((warnings[0]?.text ?? '') + warnings[0]?.html).not.toContain(secret)
    }
    expect((await reports(moderator, 'handled')).body.rows).toMatchObject([
      { id, measure: 'warn', author: { warned: 1, suspended: false } },
    ])
    const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))
    expect(acts.find(({ verb }) => verb === 'settle')?.after).toEqual({
      outcome: 'justified',
      measure: 'warn',
      kind: 'rude',
      hours: 0,
    })
    // Each report is decided once: a second press sends no second warning.
    expect((await measure(moderator, id, 'warn')).body).toEqual({ decided: 0 })
    const mails = await mailsTo(borrower.email)
    expect(mails.filter(({ subject }) => /warning/.test(subject))).toHaveLength(1)
  })

  it('sends one mail for a warning or a suspension, and both can be objected to', async () => {
    const [admin, other] = [
      await createUser(orm(), { role_id: 3 }),
      await createUser(orm(), { role_id: 3 }),
    ]
    for (const [what, kind] of [
      ['warn', 'author_warned'],
      ['suspend', 'account_suspended'],
    ] as const) {
      const { borrower, lender, transaction, first } = await conversation()
      const { id } = (await report(lender, { message_id: first })).body
      const before = (await mailsTo(lender.email)).length
      expect((await measure(admin, id, what)).body).toEqual({ decided: 1 })
      const statements = (await mailsTo(borrower.email)).filter(({ text }) =>
        text.includes('/objection?token='),
      )
      expect(statements).toHaveLength(1)
      const text = transaction.messages[0]?.text ?? ''
      expect(`${statements[0]?.text} ${statements[0]?.html}`).not.toContain(text)
      // The reporter does not learn of the measure, neither by mail nor from the data export.
      const toReporter = (await mailsTo(lender.email)).slice(before)
      expect(toReporter.filter((mail) => mail.text.includes('/objection'))).toEqual([])
      const { body: exported } = await test.call(accountsApi.exportData, { as: lender.token })
      expect(JSON.stringify(exported.data.message_reports)).not.toContain('decision_id')

      const [, token = ''] = /token=([\w-]+)/.exec(statements[0]?.text ?? '') ?? []
      const body = { token, text: 'I meant it kindly.' }
      expect((await test.call(decisionsApi.object, { body })).status).toBe(204)
      const objection = async (as: TestUser) => {
        const { body } = await test.call(adminDecisionsApi.list, { as: as.token })
        return body.rows.find(({ user }) => user?.id === borrower.id)
      }
      expect(await objection(other)).toMatchObject({
        kind,
        automated: false,
        may_answer: true,
        messages: [{ text }],
      })
      const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))
      expect(
        acts.filter(({ verb, actor_id }) => verb === 'read' && actor_id === other.id),
      ).toHaveLength(1)
      // An administrator does not see reports they made themselves.
      await orm().update(users).set({ role_id: 3 }).where(eq(users.id, lender.id))
      expect(await objection(lender)).toMatchObject({ kind, messages: [] })
      await orm().update(users).set({ role_id: 1 }).where(eq(users.id, lender.id))
      // The report is deleted after half a year, together with its texts.
      await deleteOldCases(orm(), new Date(Date.now() + 183 * DAY_MS))
      expect(await objection(other)).toMatchObject({ kind, messages: [] })
    }
  })

  it('is preceded by a single receipt for repeated reports', async () => {
    const { borrower, lender, first } = await conversation()
    await orm().update(users).set({ lang: 'en' }).where(eq(users.id, lender.id))
    for (let press = 0; press < 2; press++) await report(lender, { message_id: first })
    const receipts = async (email: string) =>
      (await mailsTo(email)).filter(({ subject }) => subject.includes('we have your report'))
    expect(await receipts(lender.email)).toHaveLength(1)
    expect(await receipts(borrower.email)).toEqual([])
  })

  it('sends the reporter one mail with the outcome, without the measure', async () => {
    const { borrower, lender, transaction, first } = await conversation()
    await orm().update(users).set({ lang: 'en' }).where(eq(users.id, lender.id))
    const second = await write(borrower, transaction, 'And hurry up!')
    const third = await write(borrower, transaction, 'Now!')
    const ids: string[] = []
    for (const message_id of [first, second.id, third.id])
      ids.push((await report(lender, { message_id })).body.id)
    const [warned = '', justified = '', unfounded = ''] = ids
    expect(await outcomesTo(lender.email)).toEqual([])
    await measure(moderator, warned, 'warn', 'You were rude.')
    await settle(moderator, justified)
    const body = { ids: [unfounded], outcome: 'unfounded' as const }
    const presses = await Promise.all(
      [1, 2].map(() => test.call(api.settle, { as: moderator.token, body })),
    )
    expect(presses.map((press) => press.body.decided).sort()).toEqual([0, 1])
    // A settled report cannot be decided again.
    expect((await measure(moderator, warned, 'warn')).body).toEqual({ decided: 0 })
    const [mail, ...more] = await outcomesTo(lender.email)
    expect(more).toEqual([])
    const text = mail?.text ?? ''
    for (const part of [
      'Hello Ben',
      'reporting 3 messages',
      'we have done something about it',
      'nothing more is needed',
      'We found nothing that breaks our rules',
      `transaction_id=${transaction.id}`,
      'Answer this e-mail',
      'go to court',
    ])
      expect(text).toContain(part)
    for (const secret of ['Eve', 'You were rude.', 'warned', 'hurry', '/objection?token='])
      expect(`${mail?.subject} ${text} ${mail?.html}`).not.toContain(secret)
    // The author only gets the warning.
    expect(await outcomesTo(borrower.email)).toEqual([])
  })

  it('mails the outcome in the language of the reporter, and skips unconfirmed and deleted accounts', async () => {
    const told = await conversation()
    const unconfirmed = await conversation()
    const gone = await conversation()
    const ids: string[] = []
    for (const { lender, first } of [told, unconfirmed, gone])
      ids.push((await report(lender, { message_id: first })).body.id)
    await orm().update(users).set({ lang: 'de' }).where(eq(users.id, told.lender.id))
    await orm()
      .update(users)
      .set({ email_confirmed_at: null })
      .where(eq(users.id, unconfirmed.lender.id))
    await test.call(accountsApi.remove, { as: gone.lender.token })
    expect((await settle(moderator, ...ids)).body).toEqual({ decided: 3 })
    expect((await outcomesTo(told.lender.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching('über deine Meldung ist entschieden'),
    ])
    for (const { lender } of [unconfirmed, gone]) expect(await outcomesTo(lender.email)).toEqual([])
  })

  it('keeps no link from the decision to the message once the author’s account is deleted', async () => {
    const admin = await createUser(orm(), { role_id: 3 })
    const { borrower, lender, first } = await conversation()
    const { id } = (await report(lender, { message_id: first })).body
    await measure(admin, id, 'warn')
    const decisionOfReport = async () =>
      (await orm().select().from(cases).where(eq(cases.id, id)))[0]?.decision_id
    expect(await decisionOfReport()).not.toBeNull()
    const query = { id: borrower.id }
    const { body } = await test.call(adminUsersApi.byId, { as: admin.token, query })
    const removing = { id: borrower.id, version: body.version }
    const { status } = await test.call(adminUsersApi.remove, { as: admin.token, body: removing })
    expect([status, await decisionOfReport()]).toEqual([204, null])
  })

  it('suspends only for an administrator: sessions and requests end, and the letterbox is hidden', async () => {
    const { borrower, lender, first } = await conversation()
    const own = await createLetterbox(orm(), { owner: borrower, items: [LADDER] })
    await test.deps.letterboxFeed.refresh([own.id])
    const { id } = (await report(lender, { message_id: first })).body
    const refused = await measure(moderator, id, 'suspend')
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden'])
    expect((await reports()).body.total).toBe(1)
    const admin = await createUser(orm(), { role_id: 3 })
    const decided = await Promise.all([
      measure(admin, id, 'suspend', 'Threats.'),
      measure(admin, id, 'suspend', 'Threats.'),
    ])
    expect(decided.map(({ body }) => body.decided).sort()).toEqual([0, 1])
    expect((await test.call(profileApi.userinfo, { as: borrower.token })).status).toBe(401)
    const [account] = await orm().select().from(users).where(eq(users.id, borrower.id))
    expect(account).toMatchObject({ suspended_reason: 'Threats.' })
    const letterboxAnswer = await test.call(letterboxesApi.byId, {
      query: { letterbox_id: own.id },
    })
    expect(letterboxAnswer.status).toBe(404)
    const warnings = (await mailsTo(borrower.email)).filter(({ text }) => text.includes('Threats.'))
    expect(warnings).toHaveLength(1)
    expect((await reports(admin, 'handled')).body.rows).toMatchObject([
      { measure: 'suspend', closed: true, author: { suspended: true } },
    ])
  })

  it('refuses measures against administrators and deleted accounts, and mails to unconfirmed addresses', async () => {
    const admin = await createUser(orm(), { role_id: 3 })
    const { borrower, lender, first } = await conversation()
    const { id } = (await report(lender, { message_id: first })).body
    await orm().update(users).set({ role_id: 3 }).where(eq(users.id, borrower.id))
    expect((await measure(admin, id, 'suspend')).error.code).toBe('is_admin')
    await orm()
      .update(users)
      .set({ role_id: 1, email_confirmed_at: null })
      .where(eq(users.id, borrower.id))
    const field = async (what: 'warn' | 'suspend') =>
      Object.keys((await measure(admin, id, what)).error.errors ?? {})
    expect(await field('warn')).toEqual(['measure'])
    await test.call(accountsApi.remove, { as: borrower.token })
    expect([await field('warn'), await field('suspend')]).toEqual([['measure'], ['measure']])
    expect((await reports()).body.total).toBe(1)
    expect((await settle(admin, id)).body).toEqual({ decided: 1 })
  })

  it.each([
    ['a measure against what is unfounded', { outcome: 'unfounded', reason: 'Why' }, 'measure'],
    ['a measure for several', { ids: [randomUUID(), randomUUID()], reason: 'Why' }, 'measure'],
    ['a measure without a reason', { reason: ' ' }, 'reason'],
    ['an unknown measure', { measure: 'banish', reason: 'Why' }, 'measure'],
  ])('refuses %s', async (_name, fields, field) => {
    const body = { ids: [randomUUID()], outcome: 'justified', measure: 'warn', ...fields } as never
    const { status, error } = await test.call(api.settle, { as: moderator.token, body })
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, [field]])
  })
})
