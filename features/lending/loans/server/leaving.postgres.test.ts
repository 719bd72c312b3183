import { afterAll, beforeAll, expect, it } from 'vitest'
import { loansOf } from '#app/server/testing/loans.ts'
import { connectBeside, type OtherConnection } from '#app/server/testing/other-connection.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { loansApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
let beside: OtherConnection
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
  beside = await connectBeside(test)
})
afterAll(async () => {
  await beside.client.end()
  await test.close()
})

it.each(['lender', 'borrower'] as const)(
  'an item that is out can be noted as returned while the account of the %s is being deleted',
  async (whoLeaves) => {
    const { borrower, owner, asked } = await loans.request()
    await loans.accept(owner, asked)
    await loans.step('handOver', borrower, asked)
    const [gone, left] = whoLeaves === 'lender' ? [owner, borrower] : [borrower, owner]
    await beside.client.query('BEGIN')
    await beside.client.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [gone.id])
    const back = test.call(loansApi.return, { as: left.token, body: { transaction_id: asked.id } })
    await expect.poll(beside.isSomebodyWaiting).toBe(true)
    await beside.client.query('DELETE FROM users WHERE id = $1', [gone.id])
    await beside.client.query('COMMIT')
    const { status, body } = await back
    expect([status, body.status]).toEqual([200, 'returned'])
  },
)
