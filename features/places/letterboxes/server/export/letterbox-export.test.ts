import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxExportApi } from '../../contract.export.ts'

let test: TestApp
const ids: string[] = []
beforeAll(async () => {
  test = await createTestApp()
  for (let i = 0; i < 5; i++) {
    const ownerFields = { show_name: true, firstname: 'Secret', show_email: true }
    const { id } = await createLetterbox(test.deps.database.orm, { items: [7, 9], ownerFields })
    ids.push(id)
  }
  await createLetterbox(test.deps.database.orm, { ownerFields: { show_on_map: false } })
  await createLetterbox(test.deps.database.orm, { latitude: null, longitude: null })
})
afterAll(() => test.close())

const page = (query: { limit?: string; after?: string }) =>
  test.call(letterboxExportApi.geojson, { query: query as never })

describe('GET /letterboxes/geojson', () => {
  it('contains each letterbox of the map once, over all pages', async () => {
    const exportedIds: string[] = []
    let query: { limit: string; after?: string } = { limit: '2' }
    for (let pages = 0; pages < 4; pages++) {
      const { status, body, headers } = await page(query)
      expect(status).toBe(200)
      expect(headers['content-type']).toContain('application/geo+json')
      exportedIds.push(...body.features.map(({ id }) => id))
      if (body.next === null) break
      const next = new URL(body.next).searchParams
      query = { limit: next.get('limit') ?? '', after: next.get('after') ?? '' }
    }
    expect(exportedIds.toSorted()).toEqual(ids.toSorted())
  })

  it('contains the lent items and the spot, and nothing about the owner', async () => {
    const { body } = await page({})
    expect(body.features[0]).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [8.54, 47.37] },
      properties: { city: 'Zürich', items: [7, 9], role_name: 'normal' },
    })
    expect(JSON.stringify(body)).not.toMatch(/Secret|@example|Langstrasse|user_id/)
  })

  it.each([{ limit: '0' }, { limit: '1001' }, { limit: 'many' }, { after: 'x' }])(
    'returns 400 for %j',
    async (query) => {
      expect((await page(query)).status).toBe(400)
    },
  )
})
