import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getChallenge, solveCaptcha } from '#app/server/testing/captcha-solver.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { captchaApi } from '#platform/shared/captcha.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'

const REGISTRATION = {
  firstname: 'Mila',
  lastname: 'Keller',
  address: 'Langstrasse 12',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
}

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { captcha: true } })
})
afterAll(() => test.close())

let count = 0
const register = (captcha: string | undefined, email = `neighbour-${++count}@example.org`) =>
  test.call(registrationApi.register, { body: { ...REGISTRATION, email, captcha } })

interface Payload {
  challenge: { parameters: Record<string, unknown>; signature: string }
  solution: Record<string, unknown>
}
function changed(payload: string, change: (parsed: Payload) => void): string {
  const parsed: Payload = JSON.parse(Buffer.from(payload, 'base64').toString())
  change(parsed)
  return Buffer.from(JSON.stringify(parsed)).toString('base64')
}

describe('the captcha of the registration', () => {
  it('is accepted once when solved', async () => {
    const captcha = await solveCaptcha(test)
    expect((await register(captcha)).status).toBe(201)
    const again = await register(captcha)
    expect([again.status, again.error.code]).toEqual([400, 'captcha_invalid'])
  })

  it('is accepted once in twenty concurrent registrations', async () => {
    const captcha = await solveCaptcha(test)
    const tries = await Promise.all(Array.from({ length: 20 }, () => register(captcha)))
    expect(tries.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)])
  })

  it('cannot be reused in another spelling', async () => {
    const captcha = await solveCaptcha(test)
    expect((await register(captcha)).status).toBe(201)
    const spellings = [
      changed(captcha, ({ challenge }) => {
        challenge.signature = challenge.signature.toUpperCase()
      }),
      changed(captcha, ({ solution }) => {
        solution.time = 1
      }),
      captcha.replace(/=+$/, ''),
    ]
    for (const spelling of spellings) {
      expect((await register(spelling)).error.code).toBe('captcha_invalid')
    }
  })

  it('is required', async () => {
    for (const none of [undefined, '']) {
      const { status, error } = await register(none)
      expect([status, error.code]).toEqual([400, 'captcha_required'])
    }
  })

  it('is refused with a forged solution', async () => {
    const captcha = await solveCaptcha(test)
    const forged = [
      'no base64 !',
      Buffer.from('[]').toString('base64'),
      Buffer.from('{"challenge":{}}').toString('base64'),
      changed(captcha, ({ solution }) => {
        solution.derivedKey = '00'.repeat(32)
      }),
      changed(captcha, ({ challenge }) => {
        challenge.parameters.cost = 1
      }),
      changed(captcha, ({ challenge }) => {
        challenge.parameters.expiresAt = 9_999_999_999
      }),
      changed(captcha, ({ challenge }) => {
        delete challenge.parameters.expiresAt
      }),
    ]
    for (const payload of forged) {
      const { status, error } = await register(payload)
      expect([status, error.code]).toEqual([400, 'captcha_invalid'])
    }
    expect((await register(captcha)).status).toBe(201)
  })

  it('expires', async () => {
    const later = await createTestApp({ sharing: test, config: { captcha: true } })
    later.advance(11 * MINUTE_MS)
    const { error } = await later.call(registrationApi.register, {
      body: { ...REGISTRATION, email: 'late@example.org', captcha: await solveCaptcha(test) },
    })
    expect(error.code).toBe('captcha_invalid')
    await later.close()
  })

  it('is accepted by all processes of its community, and by no other community', async () => {
    const sibling = await createTestApp({ sharing: test, config: { captcha: true } })
    expect((await register(await solveCaptcha(sibling))).status).toBe(201)
    await sibling.close()
    const stranger = await createTestApp({ config: { captcha: true } })
    expect((await register(await solveCaptcha(stranger))).error.code).toBe('captcha_invalid')
    await stranger.close()
  })

  it('is checked before the response reveals whether an address is taken', async () => {
    const email = 'known@example.org'
    expect((await register(await solveCaptcha(test), email)).status).toBe(201)
    expect((await register(undefined, email)).error.code).toBe('captcha_required')
    const { status, error } = await register(await solveCaptcha(test), email)
    expect([status, error.errors]).toEqual([422, { email: ['errors.validation.emailTaken'] }])
  })
})

describe('GET /captcha/challenge', () => {
  it('requires work, but at most what a phone does in two seconds', async () => {
    for (let round = 0; round < 3; round++) {
      const payload = await solveCaptcha(test)
      const { solution }: Payload = JSON.parse(Buffer.from(payload, 'base64').toString())
      expect(solution.counter).toBeGreaterThanOrEqual(150)
      expect(solution.counter).toBeLessThan(300)
    }
  })

  it('returns a different challenge each time, with no-store', async () => {
    const { headers } = await test.call(captchaApi.challenge)
    expect(headers['cache-control']).toBe('no-store')
    const [first, second] = [await getChallenge(test), await getChallenge(test)]
    expect(first.parameters.nonce).not.toBe(second.parameters.nonce)
  })

  it('answers everyone in a school or at a fair, which are one network', async () => {
    const ip = '192.0.2.99'
    const statuses = new Set<number>()
    for (let n = 0; n < 61; n++)
      statuses.add((await test.call(captchaApi.challenge, { ip })).status)
    expect([...statuses]).toEqual([200])
  })
})
