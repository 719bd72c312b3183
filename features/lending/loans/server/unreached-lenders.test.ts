import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { paused_addresses, refused_addresses } from '#platform/server/mail/tables.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { isWaking } from './loan-clock.ts'
import { keepLoans } from './upkeep.ts'

const UNREACHED = 'Your request for “Item 1” has not arrived'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  loans = loansOf(test)
  // Nothing is sent at night.
  while (!isWaking(test.deps.config.timeZone, test.deps.clock())) test.advance(HOUR_MS)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const mailsTo = async (user: TestUser) =>
  (await loans.mailsTo(user)).filter(({ subject }) => subject === UNREACHED)

it('a borrower is notified once if the lender’s address is refused', async () => {
  const { borrower, owner } = await loans.request()
  await keepLoans(test.deps)
  expect(await mailsTo(borrower)).toEqual([])
  await orm().insert(refused_addresses).values({ address: owner.email, code: '5.1.1' })
  await keepLoans(test.deps)
  await keepLoans(test.deps)
  const mails = await mailsTo(borrower)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('just ring the bell')
})

it('a borrower is notified if the lender’s mailbox has been full for half an hour', async () => {
  const { borrower, owner } = await loans.request()
  const pause = { code: '4.2.2', since: new Date(), until: new Date(), tries: 2 }
  await orm()
    .insert(paused_addresses)
    .values({ ...pause, address: owner.email })
  await keepLoans(test.deps)
  expect(await mailsTo(borrower)).toEqual([])
  await orm().update(paused_addresses).set({ tries: 3, taken_at: null })
  await keepLoans(test.deps)
  expect(await mailsTo(borrower)).toHaveLength(1)
})
