import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestAppOptions } from '#app/server/testing/test-app.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

let test: TestApp
afterEach(() => test.close())
const start = async (config: TestAppOptions['config'] = {}) => {
  test = await createTestApp({ config })
}
const ask = (url: string) => test.app.inject({ url: `/.well-known/${url}` })

describe('without a security contact', () => {
  beforeEach(() => start())

  it('change-password redirects to the security screen', async () => {
    const { statusCode, headers } = await ask('change-password')
    expect([statusCode, headers.location]).toEqual([302, '/profile/security'])
  })

  it('security.txt and unknown addresses return 404', async () => {
    expect((await ask('security.txt')).statusCode).toBe(404)
    // A password manager probes this address, and distrusts a server that returns 200 for it.
    const probe = 'resource-that-should-not-exist-whose-status-code-should-not-be-200'
    expect((await ask(probe)).statusCode).toBe(404)
  })
})

describe('security.txt', () => {
  const security = { contact: 'mailto:holes@lend.example', policy: 'https://lend.example/policy' }
  beforeEach(() => start({ publicUrl: 'https://lend.example', security }))

  const fields = async () => {
    const { body } = await ask('security.txt')
    return new Map(
      body
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    )
  }

  it('names the contact, and always expires in half a year', async () => {
    const { headers } = await ask('security.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const before = await fields()
    expect(Object.fromEntries(before)).toMatchObject({
      Contact: 'mailto:holes@lend.example',
      Policy: 'https://lend.example/policy',
      Canonical: 'https://lend.example/.well-known/security.txt',
      'Preferred-Languages': 'de, en, fr',
    })
    const expires = Date.parse(before.get('Expires') ?? '')
    const left = (expires - test.deps.clock().getTime()) / DAY_MS
    expect(left).toBeGreaterThan(178)
    expect(left).toBeLessThan(181)
    test.advance(100 * DAY_MS)
    expect(Date.parse((await fields()).get('Expires') ?? '') - expires).toBe(100 * DAY_MS)
  })
})
