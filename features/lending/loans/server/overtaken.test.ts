import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'
import { expireRequests } from './loans.expiring.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

/** A request to a household of two. */
async function request() {
  const borrower = await loans.newBorrower()
  const lender = await loans.newLender()
  const member = await loans.join(lender)
  // A new member sees requests made from then on.
  test.advance(1000)
  const asked = await loans.ask(borrower, lender, { wanted_from: loans.dayFromNow(3) })
  return { borrower, owner: lender.owner, member, asked }
}
/** The last event that a user has seen of a transaction. */
const read = ({ events }: Transaction) => ({ last_event_id: events.at(-1)?.id ?? null })
const answer = (user: TestUser, seen: Transaction, what: 'accept' | 'decline', more = {}) =>
  loans.tryToAnswer(user, seen, { answer: what, ...read(seen), ...more })
type Step = 'withdraw' | 'handOver' | 'return' | 'undo'
const step = (name: Step, user: TestUser, seen: Transaction) =>
  test.call(loansApi[name], { as: user.token, body: { transaction_id: seen.id, ...read(seen) } })
const codes = (answers: { status: number; error: { code?: string } }[]) =>
  answers.map(({ status, error }) => (status === 200 ? 200 : error.code)).sort()
async function seen(user: TestUser, asked: Transaction): Promise<Transaction> {
  const transaction = await loans.seenBy(user, asked)
  if (!transaction) throw new Error('Unexpectedly not seen')
  return transaction
}

describe('two members of a household', () => {
  it.each([0, 1, 2, 3])('of a yes and a no at the same moment one counts (%i)', async (turn) => {
    const { owner, member, asked } = await request()
    const yes = () => answer(owner, asked, 'accept')
    const no = () => answer(member, asked, 'decline')
    const answers = await Promise.all(turn % 2 === 0 ? [yes(), no()] : [no(), yes()])
    expect(codes(answers)).toEqual([200, 'already_answered'])
    const after = await seen(owner, asked)
    const winner = answers.find(({ status }) => status === 200)
    expect(after.status).toBe(winner?.body.status)
    expect(after.events.map(({ status }) => status)).toEqual(['requested', after.status])
  })

  it('can take back a yes that was read', async () => {
    const { owner, member, asked } = await request()
    await answer(owner, asked, 'accept')
    const { status, body } = await answer(member, await seen(member, asked), 'decline')
    expect([status, body.status]).toEqual([200, 'declined'])
  })

  it('say once that it was handed over, and once that it came back', async () => {
    const { owner, member, asked } = await request()
    const { body: promised } = await answer(owner, asked, 'accept')
    const both = (name: Step, what: Transaction) =>
      Promise.all([step(name, owner, what), step(name, member, what)])
    expect(codes(await both('handOver', promised))).toEqual([200, 'status_changed'])
    const out = await seen(owner, asked)
    expect(codes(await both('return', out))).toEqual([200, 'status_changed'])
    expect((await seen(owner, asked)).events).toHaveLength(4)
  })

  it('take back only the step that was read', async () => {
    const { owner, asked } = await request()
    const { body: promised } = await answer(owner, asked, 'accept')
    const { body: out } = await step('handOver', owner, promised)
    await step('return', owner, out)
    expect(codes([await step('undo', owner, out)])).toEqual(['status_changed'])
    expect(codes([await step('undo', owner, await seen(owner, asked))])).toEqual([200])
  })

  it('suggest other days once at the same moment', async () => {
    const { owner, member, asked } = await request()
    const propose = (user: TestUser, day: number) => {
      const body = {
        transaction_id: asked.id,
        wanted_from: loans.dayFromNow(day),
        ...read(asked),
      }
      return test.call(loansApi.propose, { as: user.token, body })
    }
    expect(codes(await Promise.all([propose(owner, 4), propose(member, 5)]))).toEqual([
      200,
      'status_changed',
    ])
  })
})

describe('a step that was decided before something else happened', () => {
  it('is no end of a promise that came meanwhile', async () => {
    const { borrower, owner, asked } = await request()
    await answer(owner, asked, 'accept')
    expect(codes([await step('withdraw', borrower, asked)])).toEqual(['status_changed'])
    const promised = await seen(borrower, asked)
    expect(promised.status).toBe('accepted')
    expect((await step('withdraw', borrower, promised)).body.status).toBe('withdrawn')
  })

  it('is no yes to days that were suggested since', async () => {
    const { borrower, owner, asked } = await request()
    const first = await loans.propose(owner, asked, { wanted_from: loans.dayFromNow(5) })
    await loans.propose(owner, asked, { wanted_from: loans.dayFromNow(9) })
    expect(codes([await answer(borrower, first, 'accept')])).toEqual(['status_changed'])
  })

  it('is a yes all the same where the request has only ended by itself', async () => {
    const { owner, asked } = await loans.request()
    test.advance(8 * DAY_MS)
    await expireRequests(test.deps)
    expect((await seen(owner, asked)).status).toBe('expired')
    expect((await answer(owner, asked, 'accept')).body.status).toBe('accepted')
  })

  it('is answered as before when the call is repeated', async () => {
    const { owner, asked } = await request()
    const request_id = randomUUID()
    const first = await answer(owner, asked, 'accept', { request_id })
    const again = await answer(owner, asked, 'accept', { request_id })
    expect([again.status, again.body.events]).toEqual([200, first.body.events])
  })

  it('names an event by a uuid', async () => {
    const { owner, asked } = await request()
    const { status } = await answer(owner, asked, 'accept', { last_event_id: 'no' })
    expect(status).toBe(422)
  })
})

describe('a client that does not say what was read', () => {
  const no = (user: TestUser, asked: Transaction) =>
    loans.tryToAnswer(user, asked, { answer: 'decline' })

  it('turns no fresh yes of somebody else into a no', async () => {
    const { owner, member, asked } = await request()
    await loans.accept(owner, asked)
    expect(codes([await no(member, asked)])).toEqual(['already_answered'])
    expect((await seen(owner, asked)).status).toBe('accepted')
    test.advance(MINUTE_MS)
    expect((await no(member, asked)).body.status).toBe('declined')
  })

  it('takes back the own yes at once', async () => {
    const { owner, asked } = await request()
    await loans.accept(owner, asked)
    expect((await no(owner, asked)).body.status).toBe('declined')
  })
})
