import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { letterboxesApi } from '../contract.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const { orm } = test.deps.database
  const at = (address: string, fields: Parameters<typeof createLetterbox>[1] = {}) =>
    createLetterbox(orm, { address, ...fields })
  await at('Langstrasse 94')
  await at('Langstrasse 94', { city: 'Bern', postcode: '3013', latitude: 46.95, longitude: 7.45 })
  await at('Langstr. 94 a')
  await at('Langstrasse 941')
  await at('Langstrasse 95', { holiday_until: '2999-01-01' })
  await at('Langstrasse 96', { ownerFields: { show_on_map: false } })
  await at('Langstrasse 97', { latitude: null, longitude: null })
  await at('12, rue de l’Église', { city: 'Genève', postcode: '1204' })
})
afterAll(() => test.close())

async function find(q: string, near: { latitude?: string; longitude?: string } = {}) {
  const answer = await test.call(letterboxesApi.byAddress, { query: { q, ...near } })
  return answer.body.map(({ address, city }) => `${address}, ${city}`)
}

it('the search finds the letterboxes of a house, nearest first, then those of its entrances', async () => {
  const all = ['Langstrasse 94, Zürich', 'Langstrasse 94, Bern', 'Langstr. 94 a, Zürich']
  expect(await find('Langstrasse 94', { latitude: '47.37', longitude: '8.54' })).toEqual(all)
  const [zurich, bern, entrance] = all
  expect(await find('LANGSTRASSE 94', { latitude: '46.95', longitude: '7.45' })).toEqual([
    bern,
    zurich,
    entrance,
  ])
})

it.each([
  ['langstr. 94a', 'Langstr. 94 a, Zürich'],
  ['Langstraße 941', 'Langstrasse 941, Zürich'],
  ['Langstrasse 94 3013', 'Langstrasse 94, Bern'],
  ['Langstrasse 94, Bern', 'Langstrasse 94, Bern'],
  ['rue de l’eglise 12', '12, rue de l’Église, Genève'],
  ['12 rue de l’Eglise, geneve', '12, rue de l’Église, Genève'],
])('the search finds %s in any spelling', async (typed, found) => {
  expect(await find(typed)).toEqual([found])
})

it.each([
  'Langstrasse 95',
  'Langstrasse 96',
  'Langstrasse 97',
  'Langstrasse 98',
  'Langstrasse',
  'Langstrasse 94, Basel',
  '% 94',
  "' OR 1=1 94",
])('the search finds nothing for %s: hidden, unknown or no address', async (typed) => {
  expect(await find(typed)).toEqual([])
})

it('the search returns address and spot, and nothing about the people there', async () => {
  const { body } = await test.call(letterboxesApi.byAddress, { query: { q: 'Langstrasse 941' } })
  expect(body).toEqual([
    {
      id: expect.any(String),
      address: 'Langstrasse 941',
      postcode: '8004',
      city: 'Zürich',
      latitude: 47.37,
      longitude: 8.54,
    },
  ])
})

it('the search returns 400 for half a position and for a short query', async () => {
  for (const query of [{ q: 'Weg 1', latitude: '47' }, { q: '1' }]) {
    const { status } = await test.call(letterboxesApi.byAddress, { query })
    expect(status).toBe(400)
  }
})
