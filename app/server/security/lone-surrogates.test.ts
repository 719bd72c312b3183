import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createWorld, ROUTES, type Route, type World } from './routes.ts'

let test: TestApp
let world: World
let networks = 0
beforeAll(async () => {
  test = await createTestApp()
  world = await createWorld(test)
})
afterAll(() => test.close())

const HALVES = ['\ud800', 'Anna \udc00', '\udfff\ud800']
/** A percent-encoded surrogate, which is not valid UTF-8. */
const ENCODED = '%ED%A0%80'
const FORBIDDEN = 403
/** Only for administrators. */
const BACK_OFFICE = '/api/v1/admin/'

interface Call {
  method?: Route['method']
  url: string
  payload?: string | Buffer
  actor?: 'owner' | 'admin'
}

async function call({ method = 'POST', url, payload, actor = 'owner' }: Call) {
  networks++
  const response = await test.app.inject({
    method,
    url,
    ...(payload && { payload }),
    remoteAddress: `10.${networks >> 8}.${networks & 255}.1`,
    headers: {
      authorization: `Bearer ${world[actor].token}`,
      ...(payload && { 'content-type': 'application/json' }),
    },
  })
  const { statusCode: status, body } = response
  const { code, errors } = body.startsWith('{') ? JSON.parse(body) : {}
  return { status, code, fields: Object.keys(errors ?? {}) }
}

const isCall = ({ name }: Route) => name.includes('/api/v1/')
const actorOf = ({ name, statuses }: Route) =>
  statuses[2] === FORBIDDEN || name.includes(BACK_OFFICE) ? 'admin' : 'owner'
const refused = (field: string) => ({ status: 422, code: 'validation', fields: [field] })

/** Enough of a world to build URLs. */
const NOBODY = { owner: {}, other: {}, admin: {} } as World

describe('a lone surrogate', () => {
  it.each(ROUTES.filter((route) => isCall(route) && route.body))(
    'is an invalid value in every field of $name',
    async (route) => {
      const { method, body } = route
      const target = { method, url: route.url(world), actor: actorOf(route) } as const
      const right = Object(body?.(world))
      for (const [index, name] of [...Object.keys(right), 'unknown'].entries()) {
        const half = HALVES[index % HALVES.length]
        for (const value of [half, [{ deep: [half] }], { [`${half}`]: 1 }]) {
          const payload = JSON.stringify({ ...right, [name]: value })
          expect(await call({ ...target, payload }), payload).toEqual(refused(name))
        }
      }
    },
  )

  it.each(ROUTES.filter((route) => isCall(route) && route.url(NOBODY).includes('?')))(
    'is an invalid value in the query of $name',
    async (route) => {
      const [path, query = ''] = route.url(world).split('?')
      for (const name of query.split('&').map((part) => part.split('=')[0] ?? '')) {
        const url = `${path}?${query.replace(new RegExp(`(${name}=)[^&]*`), `$1a${ENCODED}`)}`
        const actor = actorOf(route)
        expect(await call({ method: route.method, url, actor }), url).toEqual(refused(name))
      }
    },
  )

  it('is refused in a path', async () => {
    const url = `/api/v1/letterboxes/tiles/${ENCODED}/0/0`
    expect(await call({ method: 'GET', url })).toEqual({
      status: 422,
      code: 'validation',
      fields: [],
    })
  })
})

it('a body that is not UTF-8 is refused, and no replacement character is stored', async () => {
  const payload = Buffer.concat([
    Buffer.from('{"content":"caf'),
    Buffer.from([0xe9]),
    Buffer.from('"}'),
  ])
  expect(await call({ url: '/api/v1/general-feedbacks/send', payload })).toMatchObject({
    status: 400,
    code: 'malformed_json',
  })
  const whole = Buffer.from('{"content":"café 🪜 \ufffd"}')
  expect(await call({ url: '/api/v1/general-feedbacks/send', payload: whole })).toMatchObject({
    status: 201,
  })
})
