import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { seedItems } from '#features/places/items/server/seed.ts'
import { seedProducts } from '#features/shop/orders/products/server/products.queries.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'

let test: TestApp
let user: TestUser
let letterbox: Awaited<ReturnType<typeof createLetterbox>>
beforeAll(async () => {
  test = await createTestApp()
  await seedItems(test.deps.database.orm)
  await seedProducts(test.deps.database.orm)
  user = await createUser(test.deps.database.orm)
  letterbox = await createLetterbox(test.deps.database.orm, { latitude: 47.2, longitude: 9.5 })
})
afterAll(() => test.close())

/** Sends a request like a program that does not know our types. */
async function send(method: 'GET' | 'POST', path: string, payload?: object) {
  const { statusCode, body } = await test.app.inject({
    method,
    url: API_BASE + path,
    headers: { authorization: `Bearer ${user.token}` },
    ...(payload && { payload }),
  })
  return { status: statusCode, body: body === '' ? null : JSON.parse(body) }
}

const NAMES = { firstname: 'Ada', lastname: 'Muster' }

describe('an old client', () => {
  it.each([
    [
      { show_name: 1, show_on_map: '1' },
      { show_name: true, show_on_map: true },
    ],
    [
      { show_name: '0', show_email: 'true' },
      { show_name: false, show_email: true },
    ],
    [
      { show_name: 'false', show_email: '' },
      { show_name: false, show_email: true },
    ],
  ])('may send switches as %j', async (sent, stored) => {
    expect(await send('POST', '/privacy/update', sent)).toMatchObject({ status: 200, body: stored })
  })

  it('gets 422 for a switch without a meaning, and not for one that can be read', async () => {
    const switches = { show_name: 'maybe', show_email: '1' }
    const { status, body } = await send('POST', '/privacy/update', switches)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['show_name']])
  })

  it('may order with numbers as text, and text as a number', async () => {
    const order = {
      ...NAMES,
      product_id: '1',
      amount: '2',
      email: user.email,
      address: 'Weg 1',
      postcode: 8001,
      city: 'Zürich',
      country: 'Schweiz',
      payment_method: '',
    }
    expect(await send('POST', '/orders/store', order)).toMatchObject({
      status: 201,
      body: { order_info: { product: { id: 1 }, amount: 2 } },
    })
  })

  it.each(['Schweiz', 'Switzerland', 'SUISSE', 'ch', ' Suisse '])(
    'may call a country %j',
    async (country) => {
      const address = { ...NAMES, address: 'Weg 1', postcode: '8001', city: 'Zürich', country }
      const { status } = await send('POST', '/letterboxes/updateLetterboxAddress', address)
      expect(status).toBe(200)
      const { body } = await send('GET', '/users/userinfo')
      expect(body.country).toBe('CH')
    },
  )

  it('gets 422 for an unknown country', async () => {
    const address = {
      ...NAMES,
      address: 'Weg 1',
      postcode: '8001',
      city: 'Zürich',
      country: 'Atlantis',
    }
    expect((await send('POST', '/letterboxes/updateLetterboxAddress', address)).status).toBe(422)
  })

  it.each([
    ['47.3,9.6', '47.1,9.4'],
    ['LatLng(47.3, 9.6)', 'LatLng(47.1, 9.4)'],
    ['[47.3,9.6]', '[47.1, 9.4]'],
    ['{"lat":47.3,"lng":9.6}', '{ "lat": 47.1, "lng": 9.4 }'],
  ])('may write corners as %s', async (north_east, south_west) => {
    const query = new URLSearchParams({
      north_east,
      south_west,
      sticker_id: '',
      enable_messaging: '',
    })
    for (const path of ['/letterboxes', '/letterboxes/filterLetterBoxesByStickerId']) {
      const { status, body } = await send('GET', `${path}?${query}`)
      expect([status, body.letterboxes?.length ?? body.length]).toEqual([200, 1])
    }
  })

  it('reads the public fields of another member’s letterbox', async () => {
    const { body } = await send('GET', `/letterboxes/getLetterboxById?letterbox_id=${letterbox.id}`)
    expect(body).toMatchObject({ show_on_map: true, beta_tester: false })
    expect(Object.keys(body.privacy).sort()).toEqual([
      'enable_messaging',
      'show_email',
      'show_name',
      'show_on_map',
    ])
  })

  it('may report a bug', async () => {
    const feedback = { type: 'found a bug', content: 'It does not work' }
    expect((await send('POST', '/general-feedbacks/send', feedback)).status).toBe(201)
  })

  it('gets 404 for a malformed id, as for an unknown one', async () => {
    for (const id of [5, '5', crypto.randomUUID()]) {
      expect((await send('GET', `/letterboxes/getLetterboxById?letterbox_id=${id}`)).status).toBe(
        404,
      )
      // The number as text does not turn the 404 into a 422.
      const request = { renter_id: id, item_id: '1', text: 'Hallo' }
      expect((await send('POST', '/transactions/create', request)).status).toBe(404)
    }
  })

  it('gets an errorMsg with every failure of updateAccountInfo', async () => {
    const { status, body } = await send('POST', '/auth/updateAccountInfo', { firstname: 'Ida' })
    expect(status).toBe(422)
    expect(body.errorMsg).toBe(body.message)
  })
})

describe('texts', () => {
  it('are stored composed, in whatever form they are sent', async () => {
    const city = 'Zu\u0308rich'
    const address = {
      ...NAMES,
      address: 'Ba\u0308renweg 1',
      postcode: '8001',
      city,
      country: 'CH',
    }
    expect((await send('POST', '/letterboxes/updateLetterboxAddress', address)).status).toBe(200)
    const { body } = await send('GET', '/users/userinfo')
    expect([body.address, body.city]).toEqual(['B\u00e4renweg 1', 'Z\u00fcrich'])
  })
})
