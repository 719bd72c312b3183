import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLetterbox, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxCodesApi } from '#features/places/letterboxes/codes/contract.ts'
import { registrationApi } from '../contract.ts'

const PERSON = {
  firstname: 'Berta',
  lastname: 'Beispiel',
  address: 'Feldstrasse 6',
  address_addition: '',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  lang: 'en',
} as const

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const own = async (owner: TestUser) =>
  (await test.call(letterboxCodesApi.own, { as: owner.token })).body
let people = 0
const register = (flyer?: string) =>
  test.call(registrationApi.register, {
    body: { ...PERSON, email: `flyer${++people}@example.org`, ...(flyer && { flyer }) },
  })

it('a flyer counts who registers, however the code is spelt, and nobody else', async () => {
  const { owner } = await createLetterbox(test.deps.database.orm)
  const { code, came } = await own(owner)
  expect(came).toBe(0)
  for (const flyer of [code, code.toLowerCase(), undefined, 'ZZZZZZZ', '<script>']) {
    expect((await register(flyer)).status).toBe(201)
  }
  expect((await own(owner)).came).toBe(2)
})

it('a renewed code counts nobody, and the number stays', async () => {
  const { owner } = await createLetterbox(test.deps.database.orm)
  const { code } = await own(owner)
  await register(code)
  const renewed = await test.call(letterboxCodesApi.renew, { as: owner.token })
  expect(renewed.body.came).toBe(1)
  await register(code)
  expect((await own(owner)).came).toBe(1)
})
