import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createItem, createLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { privacyApi } from '#features/places/letterboxes/privacy/contract.ts'
import { PREVIEW_SIZE } from './preview-image.ts'
import { findPreview } from './previews.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const picture = (name: string) => test.app.inject({ url: `/img/previews/${name}` })

/** The first two numbers of a PNG header are width and height. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

describe('the preview of a letterbox', () => {
  it('names its items and its town in the requested language, but not its owner', async () => {
    for (const [id, name] of [
      [11, 'Ladder'],
      [12, 'Drill'],
      [13, 'Tent'],
      [14, 'Sled'],
    ] as const) {
      await createItem(orm(), id, name)
    }
    const { id } = await createLetterbox(orm(), {
      items: [11, 12, 13, 14],
      ownerFields: { show_name: true, firstname: 'Secret', lastname: 'Person' },
    })
    const english = await findPreview(orm(), id, 'en')
    expect(english?.title).toBe('Ladder, Drill, Tent and 1 more in Zürich')
    const german = await findPreview(orm(), id, 'de')
    expect(german?.title).toBe('Ladder de, Drill de, Tent de und 1 weitere in Zürich')
    expect(JSON.stringify([english, german])).not.toMatch(/Secret|Person|Langstrasse/)
  })

  it('is the same for a hidden letterbox and an unknown one', async () => {
    const { id, owner } = await createLetterbox(orm(), { items: [11] })
    const shown = await picture(`${id}.png`)
    await test.call(privacyApi.update, {
      as: owner.token,
      body: {
        show_on_map: false,
        show_name: false,
        show_email: false,
        enable_messaging: false,
        enable_notifications: false,
      },
    })
    expect(await findPreview(orm(), id, 'en')).toBeNull()
    const [hidden, unknown] = [await picture(`${id}.png`), await picture(`${UNKNOWN}.png`)]
    expect(hidden.rawPayload.equals(unknown.rawPayload)).toBe(true)
    expect(shown.rawPayload.equals(hidden.rawPayload)).toBe(false)
  })

  it('changes with the stickers', async () => {
    const { id, owner } = await createLetterbox(orm(), { items: [11] })
    await createItem(orm(), 12)
    await test.call(letterboxesApi.updateItems, {
      as: owner.token,
      body: { selected_items_id: [] },
    })
    expect((await findPreview(orm(), id, 'en'))?.title).toBe('A letterbox in Zürich')
  })
})

describe('GET /img/previews', () => {
  it('returns a picture of the standard size with an ETag', async () => {
    const first = await picture('map.png')
    expect(first.headers['content-type']).toBe('image/png')
    expect(sizeOf(first.rawPayload)).toEqual(PREVIEW_SIZE)
    const again = await test.app.inject({
      url: '/img/previews/map.png',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it.each(['map.svg', '..%2f..%2fserver.png', 'a.png', `${'x'.repeat(80)}.png`])(
    'refuses %s',
    async (name) => {
      expect((await picture(name)).statusCode).toBeGreaterThanOrEqual(400)
    },
  )
})
