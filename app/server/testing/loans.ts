import { randomUUID } from 'node:crypto'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { dayFromNow as dayFromNowOf } from './days.ts'
import { createLetterbox, createUser, type TestLetterbox, type TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

export const LADDER = 1

type NewUser = Parameters<typeof createUser>[1]
type NewLetterbox = NonNullable<Parameters<typeof createLetterbox>[1]>
type Answer = Omit<BodyInput<typeof loansApi.answer>, 'transaction_id'>
type Days = { wanted_from?: string; wanted_until?: string }

/** Lenders and borrowers of a ladder, who call a server. */
export function loansOf(test: TestApp) {
  const orm = test.deps.database.orm
  const dayFromNow = (days: number) => dayFromNowOf(test.deps, days)
  /** Logged in at the test's current time. */
  async function newBorrower(fields: NewUser = {}): Promise<TestUser> {
    const user = await createUser(orm, { enable_messaging: true, firstname: 'Ada', ...fields })
    return { ...user, token: await createSession(orm, { userId: user.id }, test.deps.clock()) }
  }
  async function newLender({ ownerFields, ...fields }: NewLetterbox = {}): Promise<TestLetterbox> {
    const owner = await newBorrower({ firstname: 'Ben', ...ownerFields })
    return createLetterbox(orm, { items: [LADDER], owner, ...fields })
  }
  async function join(lender: TestLetterbox, fields: NewUser = {}): Promise<TestUser> {
    const member = await newBorrower({ firstname: 'Mia', ...fields })
    const joined_at = test.deps.clock()
    await orm
      .insert(household_members)
      .values({ user_id: member.id, letterbox_id: lender.id, joined_at })
    return member
  }
  async function answered<T>(
    expected: number,
    call: Promise<{ status: number; body: T }>,
  ): Promise<T> {
    const { status, body } = await call
    if (status !== expected) throw new Error(`Unexpected answer: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const ask = (
    borrower: TestUser,
    { owner }: TestLetterbox,
    days: Days & { text?: string } = {},
  ) => {
    const body = { renter_id: owner.id, item_id: LADDER, text: 'May I borrow it?', ...days }
    return answered(
      requestsApi.create.status,
      test.call(requestsApi.create, { as: borrower.token, body }),
    )
  }
  const askSeveral = (borrower: TestUser, lenders: TestLetterbox[]) => {
    const renter_ids = lenders.map(({ owner }) => owner.id)
    const text = 'Who has a ladder?'
    const body = { renter_ids, item_id: LADDER, text, request_id: randomUUID() }
    return answered(
      requestsApi.ask.status,
      test.call(requestsApi.ask, { as: borrower.token, body }),
    )
  }
  const tryToAnswer = (user: TestUser, { id }: Transaction, answer: Answer) =>
    test.call(loansApi.answer, { as: user.token, body: { transaction_id: id, ...answer } })
  const accept = (user: TestUser, transaction: Transaction, more: Partial<Answer> = {}) =>
    answered(loansApi.answer.status, tryToAnswer(user, transaction, { answer: 'accept', ...more }))
  const decline = (user: TestUser, transaction: Transaction, more: Partial<Answer> = {}) =>
    answered(loansApi.answer.status, tryToAnswer(user, transaction, { answer: 'decline', ...more }))
  const propose = (user: TestUser, { id }: Transaction, days: Days & { text?: string }) => {
    const body = { transaction_id: id, wanted_from: dayFromNow(5), ...days }
    return answered(loansApi.propose.status, test.call(loansApi.propose, { as: user.token, body }))
  }
  const step = (name: 'withdraw' | 'handOver' | 'return', user: TestUser, { id }: Transaction) =>
    answered(
      loansApi[name].status,
      test.call(loansApi[name], { as: user.token, body: { transaction_id: id } }),
    )
  const say = (user: TestUser, { id }: Transaction, text: string) =>
    answered(
      messagesApi.sendMessage.status,
      test.call(messagesApi.sendMessage, { as: user.token, body: { transaction_id: id, text } }),
    )
  const look = (user: TestUser, { id }: Transaction) =>
    test.call(messagesApi.markMessagesSeen, { as: user.token, body: { transaction_id: id } })
  const mute = (user: TestUser, { id }: Transaction) =>
    test.call(listsApi.mute, { as: user.token, body: { transaction_id: id, muted: true } })
  const list = async (user: TestUser) =>
    (await test.call(listsApi.list, { as: user.token, query: {} })).body
  const seenBy = async (user: TestUser, { id }: Transaction) =>
    (await list(user)).find((transaction) => transaction.id === id)
  const mailsTo = async (user: TestUser) =>
    (await test.mails()).filter(({ recipient }) => recipient === user.email)
  /** A request between two new users. */
  async function request(days: Days = {}) {
    const borrower = await newBorrower()
    const lender = await newLender()
    return { borrower, lender, owner: lender.owner, asked: await ask(borrower, lender, days) }
  }
  return {
    dayFromNow,
    newBorrower,
    newLender,
    join,
    ask,
    askSeveral,
    tryToAnswer,
    accept,
    decline,
    propose,
    step,
    say,
    look,
    mute,
    list,
    seenBy,
    mailsTo,
    request,
  }
}
