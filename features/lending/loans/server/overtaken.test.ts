import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'
import { expireRequests } from './expiring.ts'

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

describe('two members of one household', () => {
  it.each([0, 1, 2, 3])('get only one of a parallel yes and no accepted (%i)', async (turn) => {
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

  it('can take back each other’s yes after reading it', async () => {
    const { owner, member, asked } = await request()
    await answer(owner, asked, 'accept')
    const { status, body } = await answer(member, await seen(member, asked), 'decline')
    expect([status, body.status]).toEqual([200, 'declined'])
  })

  it('can note the hand-over once and the return once', async () => {
    const { owner, member, asked } = await request()
    const { body: promised } = await answer(owner, asked, 'accept')
    const both = (name: Step, what: Transaction) =>
      Promise.all([step(name, owner, what), step(name, member, what)])
    expect(codes(await both('handOver', promised))).toEqual([200, 'status_changed'])
    const out = await seen(owner, asked)
    expect(codes(await both('return', out))).toEqual([200, 'status_changed'])
    expect((await seen(owner, asked)).events).toHaveLength(4)
  })

  it('can undo only the step that was read', async () => {
    const { owner, asked } = await request()
    const { body: promised } = await answer(owner, asked, 'accept')
    const { body: out } = await step('handOver', owner, promised)
    await step('return', owner, out)
    expect(codes([await step('undo', owner, out)])).toEqual(['status_changed'])
    expect(codes([await step('undo', owner, await seen(owner, asked))])).toEqual([200])
  })

  it('can propose other days once at the same moment', async () => {
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

describe('a step based on an older state', () => {
  it('cannot withdraw a request that was promised in the meantime', async () => {
    const { borrower, owner, asked } = await request()
    await answer(owner, asked, 'accept')
    expect(codes([await step('withdraw', borrower, asked)])).toEqual(['status_changed'])
    const promised = await seen(borrower, asked)
    expect(promised.status).toBe('accepted')
    expect((await step('withdraw', borrower, promised)).body.status).toBe('withdrawn')
  })

  it('cannot accept days that were replaced in the meantime', async () => {
    const { borrower, owner, asked } = await request()
    const first = await loans.propose(owner, asked, { wanted_from: loans.dayFromNow(5) })
    await loans.propose(owner, asked, { wanted_from: loans.dayFromNow(9) })
    expect(codes([await answer(borrower, first, 'accept')])).toEqual(['status_changed'])
  })

  it('can accept a request that has only expired in the meantime', async () => {
    const { owner, asked } = await loans.request()
    test.advance(8 * DAY_MS)
    await expireRequests(test.deps)
    expect((await seen(owner, asked)).status).toBe('expired')
    expect((await answer(owner, asked, 'accept')).body.status).toBe('accepted')
  })

  it('returns the same result when the call is repeated', async () => {
    const { owner, asked } = await request()
    const request_id = randomUUID()
    const first = await answer(owner, asked, 'accept', { request_id })
    const again = await answer(owner, asked, 'accept', { request_id })
    expect([again.status, again.body.events]).toEqual([200, first.body.events])
  })

  it('returns 422 if the event id is no UUID', async () => {
    const { owner, asked } = await request()
    const { status } = await answer(owner, asked, 'accept', { last_event_id: 'no' })
    expect(status).toBe(422)
  })
})

describe('a client that sends no last_event_id', () => {
  const no = (user: TestUser, asked: Transaction) =>
    loans.tryToAnswer(user, asked, { answer: 'decline' })

  it('cannot decline another member’s yes within a minute', async () => {
    const { owner, member, asked } = await request()
    await loans.accept(owner, asked)
    expect(codes([await no(member, asked)])).toEqual(['already_answered'])
    expect((await seen(owner, asked)).status).toBe('accepted')
    test.advance(MINUTE_MS)
    expect((await no(member, asked)).body.status).toBe('declined')
  })

  it('can take back its own yes at once', async () => {
    const { owner, asked } = await request()
    await loans.accept(owner, asked)
    expect((await no(owner, asked)).body.status).toBe('declined')
  })
})
