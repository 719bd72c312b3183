import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { loanMomentOf } from '#features/lending/loans/server/loan-clock.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { listsApi } from '../contract.ts'
import { waitsFor } from '../waiting-for.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
type Request = Awaited<ReturnType<ReturnType<typeof loansOf>['request']>>

const waitingFor = async ({ token }: TestUser) =>
  (await test.call(listsApi.list, { as: token, query: { state: 'waiting' } })).body
const countFor = async ({ token }: TestUser) =>
  (await test.call(listsApi.getNumberOfWaitingTransactions, { as: token })).body.count

/** Whether it is a side's turn, by the rule, the list and the count, which must agree. */
async function isTurnOf(user: TestUser, side: 'borrower' | 'lender', { id }: Transaction) {
  const query = { transaction_id: id }
  const [conversation] = (await test.call(listsApi.list, { as: user.token, query })).body
  if (!conversation) throw new Error('Unexpected conversation that nobody sees')
  const moment = loanMomentOf(test.deps.clock(), test.deps.config.timeZone)
  const answers = [
    waitsFor(conversation, side, moment),
    (await waitingFor(user)).some((each) => each.id === id),
    (await countFor(user)) === 1,
  ]
  expect(new Set(answers).size).toBe(1)
  return answers[0]
}

const later = () => test.advance(1000)
const say = (user: TestUser, { id }: Transaction, text: string) =>
  test.call(messagesApi.sendMessage, { as: user.token, body: { transaction_id: id, text } })
async function bothLook({ borrower, owner, asked }: Request) {
  later()
  await loans.look(borrower, asked)
  await loans.look(owner, asked)
}
const store = ({ asked }: Request, set: Partial<TransactionRow>) =>
  orm().update(transactions).set(set).where(eq(transactions.id, asked.id))
async function out(request: Request) {
  await loans.accept(request.owner, request.asked)
  await loans.step('handOver', request.owner, request.asked)
  await bothLook(request)
}

type Waits = 'borrower' | 'lender' | 'both' | 'nobody'

describe('the side a conversation waits for', () => {
  it.each<[what: string, waits: Waits, happens: (request: Request) => Promise<unknown>]>([
    ['a request', 'lender', async () => undefined],
    ['one that was read', 'lender', bothLook],
    [
      'a question of the lender',
      'both',
      async (request) => {
        await say(request.owner, request.asked, 'What for?')
        await bothLook(request)
      },
    ],
    [
      'its answer',
      'lender',
      async (request) => {
        await say(request.owner, request.asked, 'What for?')
        later()
        await say(request.borrower, request.asked, 'A shelf')
        await bothLook(request)
      },
    ],
    [
      'other days of the borrower after it',
      'lender',
      async (request) => {
        await say(request.owner, request.asked, 'Not this week')
        later()
        await loans.propose(request.borrower, request.asked, {})
        await bothLook(request)
      },
    ],
    [
      'other days of the lender',
      'borrower',
      async (request) => {
        await loans.propose(request.owner, request.asked, {})
        await bothLook(request)
      },
    ],
    [
      'and what the borrower says to them',
      'both',
      async (request) => {
        await loans.propose(request.owner, request.asked, {})
        later()
        await say(request.borrower, request.asked, 'In the morning?')
        await bothLook(request)
      },
    ],
    ['a yes that was not read', 'borrower', ({ owner, asked }) => loans.accept(owner, asked)],
    [
      'a yes that was read',
      'nobody',
      async (request) => {
        await loans.accept(request.owner, request.asked)
        await bothLook(request)
      },
    ],
    [
      'a hand-over to come',
      'nobody',
      async (request) => {
        await loans.accept(request.owner, request.asked)
        await bothLook(request)
        await store(request, { handover_at: new Date(test.deps.clock().getTime() + HOUR_MS) })
      },
    ],
    [
      'a hand-over whose hour has come',
      'both',
      async (request) => {
        await loans.accept(request.owner, request.asked)
        await bothLook(request)
        await store(request, { handover_at: new Date(test.deps.clock().getTime() - HOUR_MS) })
      },
    ],
    ...(
      [
        // The agreed and the return day, counted from today, and the side that has the next step.
        [-2, null, 'nobody'],
        [-3, null, 'both'],
        [-2, 3, 'nobody'],
        [-2, -1, 'both'],
        [-1, 0, 'both'],
        [0, 0, 'nobody'],
        [-3, 4, 'both'],
      ] as const
    ).map(([from, back, waits]): [string, Waits, (request: Request) => Promise<unknown>] => [
      `agreed for ${-from} days ago, back in ${back} days, not said to be fetched`,
      waits,
      async (request) => {
        await loans.accept(request.owner, request.asked)
        await bothLook(request)
        const last = loans.dayFromNow((back ?? 10) + 1)
        await store(request, {
          lent: `[${loans.dayFromNow(from)},${last})`,
          return_by: back === null ? null : loans.dayFromNow(back),
        })
      },
    ]),
    ['out without a day', 'nobody', out],
    [
      'more days that the borrower asks for',
      'lender',
      async (request) => {
        await out(request)
        await store(request, {
          days_asked_by: 'borrower',
          asked_return_by: loans.dayFromNow(3),
        })
      },
    ],
    [
      'out until tomorrow',
      'nobody',
      async (request) => {
        await out(request)
        await store(request, { return_by: loans.dayFromNow(1) })
      },
    ],
    [
      'the day of the return',
      'borrower',
      async (request) => {
        await out(request)
        await store(request, { return_by: loans.dayFromNow(0) })
      },
    ],
    [
      'late',
      'both',
      async (request) => {
        await out(request)
        await store(request, { return_by: loans.dayFromNow(-1) })
      },
    ],
    [
      'thanks that were not read',
      'lender',
      async (request) => {
        await out(request)
        await say(request.borrower, request.asked, 'It works')
      },
    ],
    [
      'thanks that were read',
      'nobody',
      async (request) => {
        await out(request)
        await say(request.borrower, request.asked, 'It works')
        await bothLook(request)
      },
    ],
    [
      'what is over',
      'nobody',
      async (request) => {
        await loans.decline(request.owner, request.asked)
        await bothLook(request)
      },
    ],
    [
      'what one side closed',
      'nobody',
      async (request) => {
        await bothLook(request)
        await store(request, { closed_at: test.deps.clock() })
      },
    ],
    [
      'a message that waits for a moderator',
      'lender',
      async (request) => {
        await say(request.owner, request.asked, 'Call me')
        await bothLook(request)
        const held = { held_at: test.deps.clock(), held_for: 'many_accounts' as const }
        await orm().update(messages).set(held).where(eq(messages.from_id, request.owner.id))
      },
    ],
  ])('is right for %s', async (_what, waits, happens) => {
    const request = await loans.request()
    later()
    await happens(request)
    const { borrower, owner, asked } = request
    expect({
      borrower: await isTurnOf(borrower, 'borrower', asked),
      lender: await isTurnOf(owner, 'lender', asked),
    }).toEqual({
      borrower: waits === 'borrower' || waits === 'both',
      lender: waits === 'lender' || waits === 'both',
    })
  })

  it('is the same for household members, for requests since they joined', async () => {
    const { lender, owner } = await loans.request()
    later()
    const member = await loans.join(lender)
    later()
    const asked = await loans.ask(await loans.newBorrower(), lender)
    expect(await countFor(owner)).toBe(2)
    expect(await countFor(member)).toBe(1)
    expect((await waitingFor(member)).map(({ id }) => id)).toEqual([asked.id])
    await loans.decline(member, asked)
    expect(await countFor(member)).toBe(0)
  })

  it('excludes archived and held conversations, and pages like other lists', async () => {
    const { lender, owner, asked } = await loans.request()
    test.advance(DAY_MS)
    const second = await loans.ask(await loans.newBorrower(), lender)
    expect((await waitingFor(owner)).map(({ id }) => id)).toEqual([second.id, asked.id])
    const older = { state: 'waiting', before: second.updated_at } as const
    const page = await test.call(listsApi.list, { as: owner.token, query: older })
    expect(page.body.map(({ id }) => id)).toEqual([asked.id])
    const body = { transaction_id: second.id, archived: true }
    await test.call(listsApi.archive, { as: owner.token, body })
    expect((await waitingFor(owner)).map(({ id }) => id)).toEqual([asked.id])
    const held = { held_at: test.deps.clock() }
    await orm().update(transactions).set(held).where(eq(transactions.id, asked.id))
    expect(await countFor(owner)).toBe(0)
    expect((await test.call(listsApi.getNumberOfWaitingTransactions)).status).toBe(401)
  })
})
