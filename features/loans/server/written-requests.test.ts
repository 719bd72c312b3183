import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Transaction } from '#features/transactions/contract.ts'
import { transactions } from '#features/transactions/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { keepLoans } from './loans.upkeep.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  loans = loansOf(test)
})
afterAll(() => test.close())

type Request = Awaited<ReturnType<ReturnType<typeof loansOf>['request']>>

describe('when the lender wrote', () => {
  const writtenAt = async ({ borrower, owner, asked }: Request) => {
    const [seenByBorrower, seenByOwner] = [
      await loans.seenBy(borrower, asked),
      await loans.seenBy(owner, asked),
    ]
    expect(seenByBorrower?.written_at).toBe(seenByOwner?.written_at)
    return seenByOwner?.written_at
  }

  it('is kept of the last words of the lender, and of nothing that the borrower says', async () => {
    const request = await loans.request()
    expect(await writtenAt(request)).toBeNull()
    await loans.say(request.borrower, request.asked, 'In the morning, if I may')
    expect(await writtenAt(request)).toBeNull()
    for (const text of ['Gladly, on Saturday', 'After ten']) {
      test.advance(60_000)
      const { created_at } = await loans.say(request.owner, request.asked, text)
      expect(await writtenAt(request)).toBe(created_at)
    }
    const at = await writtenAt(request)
    test.advance(60_000)
    await loans.say(request.borrower, request.asked, 'Thank you!')
    expect(await writtenAt(request)).toBe(at)
  })

  it.each<[string, (request: Request) => Promise<Transaction>]>([
    ['a yes with words', ({ owner, asked }) => loans.accept(owner, asked, { text: 'Ring twice' })],
    ['a no with words', ({ owner, asked }) => loans.decline(owner, asked, { text: 'Broken' })],
    [
      'other days of the lender, with words',
      ({ owner, asked }) => loans.propose(owner, asked, { text: 'Rather then?' }),
    ],
    ['other days of the borrower', ({ borrower, asked }) => loans.propose(borrower, asked, {})],
    ['a withdrawal', ({ borrower, asked }) => loans.step('withdraw', borrower, asked)],
  ])('is settled by %s', async (_name, step) => {
    const request = await loans.request()
    await loans.say(request.owner, request.asked, 'Gladly')
    expect(await writtenAt(request)).not.toBeNull()
    test.advance(1000)
    await step(request)
    expect(await writtenAt(request)).toBeNull()
  })

  it('stays known where the request ends by itself, and counts again where one writes later', async () => {
    const request = await loans.request()
    await loans.say(request.owner, request.asked, 'Gladly')
    const at = await writtenAt(request)
    test.advance(31 * DAY_MS)
    while ((await loans.seenBy(request.owner, request.asked))?.status !== 'expired') {
      test.advance(DAY_MS / 24)
      await keepLoans(test.deps)
    }
    expect(await writtenAt(request)).toBe(at)
    const { created_at } = await loans.say(request.owner, request.asked, 'I still have it')
    expect(await writtenAt(request)).toBe(created_at)
    await loans.accept(request.owner, request.asked)
    expect(await writtenAt(request)).toBeNull()
    await loans.say(request.owner, request.asked, 'See you')
    expect(await writtenAt(request)).toBeNull()
  })

  it('says nothing of a loan, whatever a server of the version before left behind', async () => {
    const request = await loans.request()
    await loans.accept(request.owner, request.asked)
    await test.deps.database.orm
      .update(transactions)
      .set({ written_at: test.deps.clock() })
      .where(eq(transactions.id, request.asked.id))
    expect(await writtenAt(request)).toBeNull()
  })
})
