import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { transaction_thanks } from '#features/lending/conversations/thanks/tables.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { heldMessagesApi as held } from '../../contract.admin.ts'

const NUMBER = 'Danke! Ruf mich an: 079 123 45 67'

let test: TestApp
let loans: ReturnType<typeof loansOf>
let moderator: TestUser
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
  moderator = await createUser(orm(), { role_id: 2 })
})
afterAll(() => test.close())
beforeEach(() => orm().delete(transaction_thanks))

const orm = () => test.deps.database.orm
const waiting = async (as = moderator) => (await test.call(held.thanks, { as: as.token })).body

/** A returned loan for which the borrower thanks. */
async function thanked(text: string, show = true) {
  const { borrower, lender, owner, asked } = await loans.request()
  await loans.accept(owner, asked)
  await loans.step('handOver', borrower, asked)
  await loans.step('return', owner, asked)
  const body = { transaction_id: asked.id, text, show }
  const { status } = await test.call(loansApi.thank, { as: borrower.token, body })
  expect(status).toBe(201)
  const thanksOf = async (user: TestUser) => (await loans.seenBy(user, asked))?.thanks
  const read = async () => {
    const { body } = await test.call(letterboxesApi.thanks, { query: { id: lender.id } })
    return body.map((each) => each.text)
  }
  const settle = (show: boolean, as = moderator) => {
    const body = { transaction_id: asked.id, side: 'borrower' as const, show }
    return test.call(held.settleThanks, { as: as.token, body })
  }
  return { borrower, lender, owner, asked, thanksOf, read, settle }
}

describe('public thanks', () => {
  it.each([NUMBER, 'Danke! Mehr auf www.example.org', 'Schreib an anna@example.org'])(
    'with "%s" wait for a moderator, but are shown at once to the thanked person',
    async (text) => {
      const { borrower, owner, asked, thanksOf, read, settle } = await thanked(text)
      const waits = { text, shown: false, held: true, hidden: false }
      expect((await thanksOf(borrower))?.own).toMatchObject(waits)
      expect((await thanksOf(owner))?.theirs).toMatchObject(waits)
      expect(await read()).toEqual([])
      expect(await waiting()).toMatchObject([
        { transaction_id: asked.id, side: 'borrower', text, author: 'Ada' },
      ])
      expect((await settle(true)).body).toEqual({ decided: 1 })
      expect(await read()).toEqual([text])
      expect((await thanksOf(owner))?.theirs).toMatchObject({ shown: true, held: false })
      expect((await settle(false)).body).toEqual({ decided: 0 })
      expect(await read()).toEqual([text])
      const acts = await orm()
        .select({ subject: audit_log.subject, verb: audit_log.verb })
        .from(audit_log)
        .where(eq(audit_log.subject_id, asked.id))
      expect(acts.map(({ verb }) => verb).sort()).toEqual(['read', 'release'])
    },
  )

  it('can be kept private by a moderator, and hidden by the thanked person', async () => {
    const kept = await thanked(NUMBER)
    await kept.settle(false)
    expect((await kept.thanksOf(kept.borrower))?.own).toMatchObject({ shown: false, held: false })
    expect(await kept.read()).toEqual([])
    const { asked, owner, read, settle } = await thanked(NUMBER)
    const body = { transaction_id: asked.id, hidden: true }
    await test.call(loansApi.hideThanks, { as: owner.token, body })
    await settle(true)
    expect(await read()).toEqual([])
  })

  it('are not held if they are harmless or private', async () => {
    const harmless = await thanked('Danke, die Leiter war super!')
    expect(await harmless.read()).toEqual(['Danke, die Leiter war super!'])
    const secret = await thanked(NUMBER, false)
    expect((await secret.thanksOf(secret.owner))?.theirs).toMatchObject({ held: false })
    expect(await waiting()).toEqual([])
  })

  it('are decided only by moderators, and never by one of the two sides', async () => {
    const { owner, borrower, settle } = await thanked(NUMBER)
    for (const user of [owner, borrower]) {
      expect((await settle(true, user)).status).toBe(404)
      expect((await test.call(held.thanks, { as: user.token })).status).toBe(404)
    }
    expect((await test.call(held.thanks)).status).toBe(404)
    const own = await createUser(orm(), { role_id: 2 })
    expect(await waiting(own)).toHaveLength(1)
    const malformed = { transaction_id: 'x', side: 'borrower' as const, show: true }
    const { status } = await test.call(held.settleThanks, { as: own.token, body: malformed })
    expect(status).toBe(422)
  })
})
