import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { connectBeside, type OtherConnection } from '#app/server/testing/other-connection.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterbox_answers } from '#features/places/letterboxes/tables.ts'
import { answer_candidates } from '../tables.ts'

let test: TestApp
let beside: OtherConnection
beforeAll(async () => {
  test = await createTestApp()
  beside = await connectBeside(test)
})
afterAll(async () => {
  await beside.client.end()
  await test.close()
})

it('the answers job computes all other bands while a letterbox is being deleted', async () => {
  const { orm } = test.deps.database
  const [going, staying] = [await createLetterbox(orm), await createLetterbox(orm)]
  await test.deps.jobs.drain('answers')
  await orm.delete(letterbox_answers)
  await orm
    .insert(answer_candidates)
    .values([{ lender_id: going.owner.id }, { lender_id: staying.owner.id }])

  await beside.client.query('BEGIN')
  await beside.client.query('DELETE FROM letterboxes WHERE id = $1', [going.id])
  const computed = test.deps.jobs.drain('answers')
  await expect.poll(beside.isSomebodyWaiting).toBe(true)
  await beside.client.query('COMMIT')
  await computed

  const kept = await orm.select({ id: letterbox_answers.letterbox_id }).from(letterbox_answers)
  expect(kept).toEqual([{ id: staying.id }])
})
