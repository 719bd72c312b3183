import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { adminDecisionsApi } from '#features/people/decisions/contract.admin.ts'
import { decisionsApi } from '#features/people/decisions/contract.ts'
import { decisions } from '#features/people/decisions/tables.ts'
import { heldMessagesApi as held } from '../../contract.admin.ts'
import { cases } from '../../tables.ts'

const LADDER = 1
const TEXT = 'Hallo, darf ich deine Leiter ausleihen?'
const REASON = 'Please write to neighbours about lending alone.'

let test: TestApp
let moderator: TestUser
beforeAll(async () => {
  test = await createTestApp()
  moderator = await createUser(orm(), { role_id: 2 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const newBorrower = (fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(orm(), { enable_messaging: true, ...fields })
const newLender = async () =>
  (await createLetterbox(orm(), { items: [LADDER], ownerFields: { enable_messaging: true } })).owner

async function ask(borrower: TestUser, lender: TestUser, text = TEXT): Promise<Transaction> {
  const body = { renter_id: lender.id, item_id: LADDER, text }
  const answer = await test.call(requestsApi.create, { as: borrower.token, body })
  expect(answer.status).toBe(201)
  return answer.body
}
const write = (by: TestUser, { id }: Transaction, text: string) =>
  test.call(messagesApi.sendMessage, { as: by.token, body: { transaction_id: id, text } })
const list = async (user: TestUser) => (await test.call(listsApi.list, { as: user.token })).body
const discard = (...ids: string[]) => discardFor(REASON, ...ids)
const discardFor = (reason: string, ...ids: string[]) =>
  test.call(held.discard, { as: moderator.token, body: { ids, reason } })
/** Lets the minutes pass in which further refusals would join a pending mail. */
const letGather = () =>
  test.deps.database.query(
    `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = 'mails'`,
  )
const mailsTo = async ({ email }: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)
/** The mails to a user that offer an objection. */
const statementsTo = async (user: TestUser) => {
  await letGather()
  return (await mailsTo(user)).filter(({ text }) => text.includes('/objection?token='))
}
const tokenIn = (text: string) => /\/objection\?token=([\w-]+)/.exec(text)?.[1] ?? ''
const aboutDecision = (text: string) =>
  test.call(decisionsApi.about, { body: { token: tokenIn(text) } })
const decisionsOn = ({ id }: TestUser) =>
  orm().select().from(decisions).where(eq(decisions.user_id, id))
const messagesOf = (decisionId: string) =>
  orm().select().from(cases).where(eq(cases.decision_id, decisionId))

/** Sends one text to as many letterboxes as allowed, so that the next ones are held. */
async function askFive(borrower: TestUser, text = TEXT) {
  for (let n = 0; n < 5; n++) await ask(borrower, await newLender(), text)
}

describe('a refused message', () => {
  it('is explained to its author, with reason and way to object, but without the filter rule', async () => {
    const borrower = await newBorrower({ firstname: 'Eve', lang: 'en' })
    await askFive(borrower)
    const id = (await ask(borrower, await newLender())).messages[0]?.id ?? ''
    const presses = await Promise.all([discard(id), discard(id)])
    expect(presses.map((each) => each.body.decided).sort()).toEqual([0, 1])
    const mails = await statementsTo(borrower)
    expect(mails).toHaveLength(1)
    const text = mails[0]?.text ?? ''
    for (const part of [
      'Hello Eve',
      REASON,
      'Asked for: Item 1',
      'Our rules and terms of use',
      'Held back by a program, without a report; refused by a person',
      'it is not delivered later either',
      'You can also go to court.',
    ])
      expect(text).toContain(part)
    const all = `${mails[0]?.subject} ${text} ${mails[0]?.html}`
    for (const secret of [TEXT, 'many_letterboxes', 'same text', 'letterboxes'])
      expect(all).not.toContain(secret)
    expect((await aboutDecision(text)).body).toMatchObject({
      kind: 'message_refused',
      ground: 'terms',
      reason: REASON,
    })
    expect(await decisionsOn(borrower)).toMatchObject([
      { after_report: false, automated: true, decided_by: moderator.id },
    ])
  })

  it('is mailed to its author together with all messages refused at the same time', async () => {
    const [eve, ann] = [await newBorrower({ lang: 'en' }), await newBorrower({ lang: 'en' })]
    const ids: string[] = []
    for (const [by, text] of [
      [eve, TEXT],
      [ann, 'Is your drill free on Sunday?'],
    ] as const) {
      await askFive(by, text)
      for (let n = 0; n < 2; n++) {
        const request = await ask(by, await newLender(), text)
        const behind = (await write(by, request, text)).body
        ids.push(request.messages[0]?.id ?? '', behind.id)
      }
    }
    expect((await discard(...ids)).status).toBe(200)
    for (const by of [eve, ann]) {
      const mails = await statementsTo(by)
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text).toContain('4 messages of yours')
      const [decision, ...more] = await decisionsOn(by)
      expect(more).toEqual([])
      expect(await messagesOf(decision?.id ?? '')).toHaveLength(4)
      // Each request ends once, although the messages held behind it were also named.
      for (const { status, events } of (await list(by)).slice(0, 2)) {
        expect(status).toBe('withdrawn')
        expect(events.filter(({ reason }) => reason === 'not_delivered')).toHaveLength(1)
      }
    }
  })

  it('is added to the pending mail of its author, each reason with its own way to object', async () => {
    const eve = await newBorrower({ lang: 'en' })
    const ann = await newBorrower({ lang: 'en' })
    await askFive(eve)
    await askFive(ann, 'Is your drill free on Sunday?')
    const waiting = async (by: TestUser, text: string) =>
      (await ask(by, await newLender(), text)).messages[0]?.id ?? ''
    const other = 'Please ask for one thing at a time.'
    await discard(await waiting(eve, TEXT))
    await discardFor(other, await waiting(eve, TEXT))
    await discardFor(other, await waiting(ann, 'Is your drill free on Sunday?'))
    // Two at once, for the same reason as the pending mail.
    const [one, two] = [await waiting(eve, TEXT), await waiting(eve, TEXT)]
    await Promise.all([discard(one), discard(two)])
    const told = async (by: TestUser) =>
      (await mailsTo(by)).filter(({ text }) => text.includes('/objection?token='))
    expect([await told(eve), await told(ann)]).toEqual([[], []])

    await letGather()
    const [mail, ...more] = await told(eve)
    expect(more).toEqual([])
    const text = mail?.text ?? ''
    for (const part of [
      '4 messages of yours',
      '3 messages: Item 1',
      '1 message: Item 1',
      REASON,
      other,
    ])
      expect(text).toContain(part)
    expect(text.split(REASON)).toHaveLength(2)
    const tokens = [...text.matchAll(/\/objection\?token=([\w-]+)/g)].map(
      ([, token]) => token ?? '',
    )
    const reasons = []
    for (const token of new Set(tokens)) {
      const { body } = await test.call(decisionsApi.about, { body: { token } })
      reasons.push(body.reason)
    }
    expect(reasons.sort()).toEqual([REASON, other].sort())
    const counts = []
    for (const { id, reason } of await decisionsOn(eve))
      counts.push([reason, (await messagesOf(id)).length])
    expect(counts.sort()).toEqual(
      [
        [other, 1],
        [REASON, 3],
      ].sort(),
    )
    expect(await told(ann)).toHaveLength(1)

    // A mailed decision is closed: a later refusal is a new mail and a new decision.
    await discard(await waiting(eve, TEXT))
    await letGather()
    expect(await told(eve)).toHaveLength(2)
    expect(await decisionsOn(eve)).toHaveLength(3)
  })

  it('is stored as a decision if no mail reaches its author, but not if the account is gone', async () => {
    const [unconfirmed, none, gone] = [
      await newBorrower(),
      await newBorrower(),
      await newBorrower(),
    ]
    const ids: string[] = []
    for (const [n, by] of [unconfirmed, none, gone].entries()) {
      await askFive(by, `${TEXT} ${'!?.'[n]} ${n}`)
      const request = await ask(by, await newLender(), `${TEXT} ${'!?.'[n]} ${n}`)
      ids.push(request.messages[0]?.id ?? '')
    }
    const change = (sql: string, id: string) => test.deps.database.query(sql, [id])
    await change('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', unconfirmed.id)
    await change('UPDATE users SET email = NULL, email_confirmed_at = NULL WHERE id = $1', none.id)
    await change('UPDATE messages SET author_id = NULL WHERE from_id = $1', gone.id)
    await change('UPDATE messages SET from_id = NULL WHERE from_id = $1', gone.id)
    const before = (await orm().select().from(decisions)).length
    expect((await discard(...ids)).body).toEqual({ decided: 3 })
    for (const by of [unconfirmed, none]) {
      expect(await statementsTo(by)).toEqual([])
      expect(await decisionsOn(by)).toMatchObject([{ kind: 'message_refused', reason: REASON }])
    }
    expect(await statementsTo(gone)).toEqual([])
    expect(await orm().select().from(decisions)).toHaveLength(before + 2)
  })

  it('requires a reason and may have the ground of a law', async () => {
    const borrower = await newBorrower({ lang: 'de' })
    await askFive(borrower)
    const id = (await ask(borrower, await newLender())).messages[0]?.id ?? ''
    const discardWith = (fields: object) =>
      test.call(held.discard, {
        as: moderator.token,
        body: { ids: [id], ...fields } as { ids: string[]; reason: string },
      })
    for (const fields of [
      {},
      { reason: ' ' },
      { reason: 'x'.repeat(1001) },
      { reason: 'No', ground: 'x' },
    ])
      expect((await discardWith(fields)).status).toBe(422)
    expect((await discardWith({ reason: 'Verboten', ground: 'law' })).body).toEqual({ decided: 1 })
    expect((await statementsTo(borrower))[0]?.text).toContain('Ein Gesetz, das der Grund nennt')
  })

  it('can be objected to: an uninvolved administrator reads the message, and that is logged', async () => {
    const [first, second] = [
      await createUser(orm(), { role_id: 3 }),
      await createUser(orm(), { role_id: 3 }),
    ]
    const borrower = await newBorrower({ lang: 'en' })
    await askFive(borrower)
    const lender = await newLender()
    const id = (await ask(borrower, lender)).messages[0]?.id ?? ''
    const body = { ids: [id], reason: REASON }
    await test.call(held.discard, { as: first.token, body })
    const [mail] = await statementsTo(borrower)
    const token = tokenIn(mail?.text ?? '')
    const sent = await test.call(decisionsApi.object, { body: { token, text: 'I only asked.' } })
    expect(sent.status).toBe(204)
    const objection = async (as: TestUser) => {
      const { body } = await test.call(adminDecisionsApi.list, { as: as.token })
      return body.rows.find(({ user }) => user?.id === borrower.id)
    }
    expect(await objection(second)).toMatchObject({
      kind: 'message_refused',
      automated: true,
      may_answer: true,
      messages: [{ text: TEXT }],
    })
    expect(await objection(first)).toMatchObject({ may_answer: false })
    const readings = await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))
    const readers = readings.filter(({ verb }) => verb === 'read').map(({ actor_id }) => actor_id)
    expect(readers.sort()).toEqual([first.id, second.id].sort())
    // Moderators may answer objections to decisions of others.
    expect(await objection(moderator)).toMatchObject({
      may_answer: true,
      messages: [{ text: TEXT }],
    })
    const own = { id: (await objection(first))?.id ?? '', outcome: 'upheld', text: 'No.' } as const
    const ofOneself = await test.call(adminDecisionsApi.answer, { as: first.token, body: own })
    expect(ofOneself.status).toBe(403)
    const member = await test.call(adminDecisionsApi.list, { as: borrower.token })
    expect([member.status, JSON.stringify(member.body)]).toEqual([
      404,
      expect.not.stringContaining(TEXT),
    ])
    // The lender of that conversation may be an administrator, too.
    await test.deps.database.query('UPDATE users SET role_id = 3 WHERE id = $1', [lender.id])
    expect(await objection(lender)).toMatchObject({ objection: 'I only asked.', messages: [] })
    // The page of the link does not show the text either.
    expect(JSON.stringify((await aboutDecision(mail?.text ?? '')).body)).not.toContain(TEXT)

    const answering = {
      id: (await objection(second))?.id ?? '',
      outcome: 'reversed',
      text: 'You are right.',
    } as const
    const answers = await Promise.all(
      [1, 2].map(() => test.call(adminDecisionsApi.answer, { as: second.token, body: answering })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    const told = (await mailsTo(borrower)).filter(({ text }) => text.includes('You are right.'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('That does not deliver the message any more')
    // The message stays refused; the borrower may ask the same letterbox again.
    const mine = (await list(borrower)).find(({ messages: [first] }) => first?.id === id)
    expect(mine).toMatchObject({ status: 'withdrawn', messages: [{ refused: true }] })
    expect((await ask(borrower, lender, 'Something else altogether')).status).toBe('requested')
    const year = `${test.deps.clock().getFullYear()}`
    const counts = await test.call(adminDecisionsApi.year, { as: first.token, query: { year } })
    const refusals = counts.body.filter(({ kind }) => kind === 'message_refused')
    expect(refusals).toContainEqual(
      expect.objectContaining({ about: 'decision', ground: 'terms', automated: true, acted: 1 }),
    )
    expect(refusals).toContainEqual(expect.objectContaining({ about: 'objection', acted: 1 }))
  })

  it('cannot be reached from its decision once the account is deleted', async () => {
    const borrower = await newBorrower({ lang: 'en' })
    await askFive(borrower)
    const id = (await ask(borrower, await newLender())).messages[0]?.id ?? ''
    await discard(id)
    const exported = await test.call(accountsApi.exportData, { as: borrower.token })
    expect(exported.body.data.decisions).toMatchObject([
      { kind: 'message_refused', reason: REASON },
    ])
    const [decision] = await decisionsOn(borrower)
    const admin = await createUser(orm(), { role_id: 3 })
    const { body } = await test.call(adminUsersApi.byId, {
      as: admin.token,
      query: { id: borrower.id },
    })
    const removing = { id: borrower.id, version: body.version }
    const removed = await test.call(adminUsersApi.remove, { as: admin.token, body: removing })
    expect(removed.status).toBe(204)
    expect(await messagesOf(decision?.id ?? '')).toEqual([])
    const [left] = await orm()
      .select()
      .from(decisions)
      .where(eq(decisions.id, decision?.id ?? ''))
    expect(left).toMatchObject({ kind: 'message_refused', user_id: null, reason: '' })
  })
})
