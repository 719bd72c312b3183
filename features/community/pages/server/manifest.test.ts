import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { ROOT } from '#platform/server/paths.ts'

const HOSTILE = 'Quartier "Süd" </script>'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { brandName: HOSTILE } })
})
afterAll(() => test.close())

const manifest = (language: string) =>
  test.app.inject({ url: '/manifest.webmanifest', headers: { 'accept-language': language } })

it('the manifest has the name of the community and the language of the visitor', async () => {
  const answer = await manifest('fr-CH,de;q=0.5')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(answer.json()).toMatchObject({ name: HOSTILE, lang: 'fr', start_url: '/', scope: '/' })
  expect((await manifest('en')).json().description).toMatch(/^Neighbours/)
})

it('the icons of the manifest exist, and one of them is maskable', async () => {
  const { icons } = (await manifest('de')).json<{
    icons: { src: string; purpose: string }[]
  }>()
  for (const { src } of icons) {
    expect(existsSync(join(ROOT, 'app', 'web', 'public', src)), src).toBe(true)
  }
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
})
