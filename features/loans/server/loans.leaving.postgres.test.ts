import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { loansApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
let leaving: pg.Client
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
  leaving = new pg.Client({ connectionString: test.testDatabase.url })
  await leaving.connect()
})
afterAll(async () => {
  await leaving.end()
  await test.close()
})

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await leaving.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

it.each(['lender', 'borrower'] as const)(
  'what is out can be noted as back while the account of the %s is being deleted',
  async (whoLeaves) => {
    const { borrower, owner, asked } = await loans.request()
    await loans.accept(owner, asked)
    await loans.step('handOver', borrower, asked)
    const [gone, left] = whoLeaves === 'lender' ? [owner, borrower] : [borrower, owner]
    await leaving.query('BEGIN')
    await leaving.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [gone.id])
    const back = test.call(loansApi.return, { as: left.token, body: { transaction_id: asked.id } })
    await expect.poll(isSomebodyWaiting).toBe(true)
    await leaving.query('DELETE FROM users WHERE id = $1', [gone.id])
    await leaving.query('COMMIT')
    const { status, body } = await back
    expect([status, body.status]).toEqual([200, 'returned'])
  },
)
