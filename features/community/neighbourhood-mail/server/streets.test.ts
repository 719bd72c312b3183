import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { users } from '#platform/server/identity/tables.ts'
import { local_mails } from '#platform/server/mail/tables.ts'
import { street_milestones } from '../tables.ts'
import { tellStreets } from './streets.ts'

const NOW = new Date('2026-11-30T10:00:00Z')
const BEFORE = new Date('2026-10-01T10:00:00Z')
const TODAY = new Date('2026-11-30T08:00:00Z')

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ deps: { clock: () => NOW } })
})
beforeEach(async () => {
  for (const table of [local_mails, street_milestones, users]) await orm().delete(table)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const mails = async () => (await test.mails()).map(({ subject }) => subject)

/** Letterboxes in one street, spelt in several ways. */
async function street(count: number, fields: Parameters<typeof createLetterbox>[1] = {}) {
  for (let nth = 1; nth <= count; nth++) {
    const address = nth % 2 === 0 ? `Feldstrasse ${nth}` : `Feldstr. ${nth}`
    await createLetterbox(orm(), { address, on_map_at: BEFORE, ...fields })
  }
}

it('the owners of a street are told of its tenth letterbox, once', async () => {
  await street(9)
  await street(3, { address: 'Feldweg 1', on_map_at: TODAY })
  await street(3, { postcode: '8005', on_map_at: TODAY })
  await tellStreets(test.deps)
  expect(await mails()).toEqual([])
  await street(1, { on_map_at: TODAY })
  await Promise.all([tellStreets(test.deps), tellStreets(test.deps)])
  expect(await mails()).toEqual(Array(10).fill('Feldstr. has 10 letterboxes on the map'))
  await street(1, { on_map_at: TODAY })
  await tellStreets(test.deps)
  expect(await mails()).toHaveLength(10)
})

it('a letterbox that is shown long after it was created counts from then on', async () => {
  await street(9)
  await street(1, { created_at: BEFORE, on_map_at: null })
  await tellStreets(test.deps)
  expect(await mails()).toEqual([])
  await test.deps.jobs.drain('letterbox-arrivals')
  await tellStreets(test.deps)
  expect(await mails()).toHaveLength(10)
})

it('a street that had ten letterboxes before is not told', async () => {
  await street(10)
  await street(1, { on_map_at: TODAY })
  await tellStreets(test.deps)
  expect(await mails()).toEqual([])
})

it('hidden letterboxes do not count, and their owners are not told', async () => {
  await street(9)
  await street(2, { on_map_at: TODAY, ownerFields: { show_on_map: false } })
  await tellStreets(test.deps)
  expect(await mails()).toEqual([])
})

it('nobody is told where the community sends no such mails', async () => {
  await street(10, { on_map_at: TODAY })
  test.deps.settings.current().mails.neighbourhood = false
  await tellStreets(test.deps)
  test.deps.settings.current().mails.neighbourhood = true
  expect(await mails()).toEqual([])
})
