import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#platform/server/identity/tables.ts'
import type { Area } from '#platform/shared/areas.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { type BackOfficeCall, IN_AREAS, isBackOfficeCall } from '#platform/shared/task-matrix.ts'
import { AREA_TASKS } from '#platform/shared/tasks.ts'
import { createLetterbox, createUser, type TestUser } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
const orm = () => test.deps.database.orm

/** Things at one place, all of which a person with an area works on. */
interface Things {
  letterbox: string
}

interface Spot {
  postcode: string
  latitude: number
  longitude: number
}

const INSIDE: Spot = { postcode: '8037', latitude: 47.395, longitude: 8.525 }
const OUTSIDE: Spot = { postcode: '8004', latitude: 47.376, longitude: 8.525 }

async function createThings(spot: Spot): Promise<Things> {
  const letterbox = await createLetterbox(orm(), spot)
  return { letterbox: letterbox.id }
}

const AREAS: Record<string, Area> = {
  postcodes: { country: 'CH', postcodes: ['8037', '8049'], outline: [] },
  outline: {
    country: null,
    postcodes: [],
    outline: [
      [8.51, 47.39],
      [8.54, 47.39],
      [8.54, 47.4],
      [8.51, 47.4],
    ],
  },
}

/** A call that lists things, by the id of the thing in its rows; or one that takes a thing. */
type Case = { lists: (things: Things) => string } | { takes: (things: Things) => object }

const letterbox = ({ letterbox: id }: Things) => ({ id, version: 0 })
const EDIT = {
  address: 'Nordstrasse 1',
  city: 'Zürich',
  country: 'CH',
  certain: true,
  selected_items_id: [],
}

const CASES: Partial<Record<BackOfficeCall, Case>> = {
  'GET /admin/letterboxes': { lists: (things) => things.letterbox },
  'GET /admin/letterboxes/byId': { takes: ({ letterbox: id }) => ({ id }) },
  'POST /admin/letterboxes/hide': { takes: (it) => ({ ...letterbox(it), reason: 'Empty' }) },
  'POST /admin/letterboxes/show': { takes: letterbox },
  'POST /admin/letterboxes/update': {
    takes: (it) => ({ ...letterbox(it), ...EDIT, ...INSIDE }),
  },
  'POST /admin/letterboxes/verify': { takes: letterbox },
  'POST /admin/letterboxes/unverify': { takes: letterbox },
}

const MISSING = new Proxy({} as Things, { get: () => randomUUID() })

async function make(call: string, { token }: TestUser, input: object) {
  const [method, path] = call.split(' ') as ['GET' | 'POST', string]
  const answer = await test.app.inject({
    method,
    url: API_BASE + path,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'GET' ? { query: { ...input } } : { payload: input }),
  })
  return { status: answer.statusCode, text: answer.body }
}

it('each call that people with an area may make has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(IN_AREAS.filter(isBackOfficeCall).sort())
})

describe.each(Object.entries(AREAS))('a person whose area is given by %s', (_kind, area) => {
  let person: TestUser
  let inside: Things
  let outside: Things
  beforeEach(async () => {
    await orm().delete(users)
    person = await createUser(orm(), { tasks: [...AREA_TASKS], area })
    inside = await createThings(INSIDE)
    outside = await createThings(OUTSIDE)
  })

  it.each(Object.entries(CASES))(
    '%s sees what is inside, and nothing outside',
    async (call, each) => {
      if ('lists' in each) {
        const { status, text } = await make(call, person, {})
        expect(status).toBe(200)
        expect(text).toContain(each.lists(inside))
        for (const id of Object.values(outside)) expect(text).not.toContain(id)
        return
      }
      const missing = await make(call, person, each.takes(MISSING))
      const refused = await make(call, person, each.takes(outside))
      expect([refused.status, refused.text]).toEqual([missing.status, missing.text])
      expect(refused.status).toBeGreaterThanOrEqual(404)
      const { status } = await make(call, person, each.takes(inside))
      expect([call, status]).toEqual([call, expect.toSatisfy((got: number) => got < 300)])
    },
  )

  it('may make no call that concerns the whole community', async () => {
    for (const call of ['GET /admin/users', 'GET /admin/feedback', 'GET /admin/announcements']) {
      expect([call, (await make(call, person, {})).status]).toEqual([call, 403])
    }
  })
})
