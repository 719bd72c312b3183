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
  it('lets a solved one in, once', async () => {
    const captcha = await solveCaptcha(test)
    expect((await register(captcha)).status).toBe(201)
    const again = await register(captcha)
    expect([again.status, again.error.code]).toEqual([400, 'captcha_invalid'])
  })

  it('lets one of twenty at the same moment in', async () => {
    const captcha = await solveCaptcha(test)
    const tries = await Promise.all(Array.from({ length: 20 }, () => register(captcha)))
    expect(tries.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)])
  })

  it('cannot be used again in another spelling', async () => {
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

  it('is necessary', async () => {
    for (const none of [undefined, '']) {
      const { status, error } = await register(none)
      expect([status, error.code]).toEqual([400, 'captcha_required'])
    }
  })

  it('refuses what is no solution', async () => {
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

  it('is the same for all processes of a community, and of no other', async () => {
    const sibling = await createTestApp({ sharing: test, config: { captcha: true } })
    expect((await register(await solveCaptcha(sibling))).status).toBe(201)
    await sibling.close()
    const stranger = await createTestApp({ config: { captcha: true } })
    expect((await register(await solveCaptcha(stranger))).error.code).toBe('captcha_invalid')
    await stranger.close()
  })

  it('comes before an answer about whether an address is taken', async () => {
    const email = 'known@example.org'
    expect((await register(await solveCaptcha(test), email)).status).toBe(201)
    expect((await register(undefined, email)).error.code).toBe('captcha_required')
    const { status, error } = await register(await solveCaptcha(test), email)
    expect([status, error.errors]).toEqual([422, { email: ['errors.validation.emailTaken'] }])
  })
})

describe('GET /captcha/challenge', () => {
  it('asks for work, but never for more than a phone does in two seconds', async () => {
    for (let round = 0; round < 3; round++) {
      const payload = await solveCaptcha(test)
      const { solution }: Payload = JSON.parse(Buffer.from(payload, 'base64').toString())
      expect(solution.counter).toBeGreaterThanOrEqual(150)
      expect(solution.counter).toBeLessThan(300)
    }
  })

  it('is never kept by a cache, and each is different', async () => {
    const { headers } = await test.call(captchaApi.challenge)
    expect(headers['cache-control']).toBe('no-store')
    const [first, second] = [await getChallenge(test), await getChallenge(test)]
    expect(first.parameters.nonce).not.toBe(second.parameters.nonce)
  })
})
