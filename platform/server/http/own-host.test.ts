import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'

let test: TestApp
let production: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://try.example.org' } })
  production = await createTestApp({ sharing: test, config: { production: true } })
})
afterAll(async () => {
  await production.close()
  await test.close()
})

const statusFor = async ({ app }: TestApp, host: string, url = '/dev/mail.json') =>
  (await app.inject({ url, headers: { host } })).statusCode

it.each([
  'localhost:3000',
  'LOCALHOST',
  'app.localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  '192.168.1.23:3000',
  '[fe80::1]',
  'berta.local:3000',
  'nas:3000',
  'try.example.org',
  'Try.Example.org.:443',
])('the local mail page is served under the host %s', async (host) => {
  expect(await statusFor(test, host)).toBe(200)
})

it.each([
  'evil.example',
  'localhost.evil.example:3000',
  '127.0.0.1.evil.example',
  'evil.local.example',
  'try.example.org.evil.example',
  'evil.example:127',
])('mails, calls and pages return 421 under the host %s', async (host) => {
  for (const url of ['/dev/mail.json', '/dev/mail', '/api/v1/items', '/', '/healthz']) {
    const answer = await test.app.inject({ url, headers: { host } })
    expect([answer.statusCode, answer.json().code]).toEqual([421, 'unknown_host'])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
})

it('the Host header decides, and X-Forwarded-Host does not', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
  expect((await test.app.inject({ url: '/dev/mail.json', headers })).statusCode).toBe(421)
})

it('any host is accepted in production, where /dev/mail.json does not exist', async () => {
  expect(await statusFor(production, 'lend.example.org', '/healthz')).toBe(200)
  expect(await statusFor(production, 'lend.example.org')).toBe(404)
})
