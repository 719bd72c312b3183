import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '#platform/server/config.ts'
import { configApi } from '#platform/shared/config.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const STRIPE = {
  secretKey: 'sk_test_never_told',
  publishableKey: 'pk_test_for_pages',
  webhookSecrets: ['whsec_never_told'],
  apiBase: undefined,
}
const PAYPAL = {
  clientId: 'client-for-pages',
  clientSecret: 'never-told-to-pages',
  webhookIds: ['webhook-never-told'],
  apiBase: 'http://127.0.0.1:1',
}

const PAYING = [
  '/order/StepFour',
  '/order/stepfive',
  '/ORDER/Payment?orderId=7',
  '/order/payment/',
  '/order/payment?payment_intent=pi_1',
]
const OTHERS = [
  '/',
  '/order',
  '/order/StepTwo',
  '/order/payment/x',
  '/order/payments',
  '/map?x=/order/payment',
  '/profile/userOrders',
  '/embed',
  '/api/v1/config',
  '/api/v1/order/payment',
]
const STRIPE_JS = 'https://js.stripe.com https://*.js.stripe.com'
const PAYPAL_ALL = 'https://*.paypal.com https://*.paypalobjects.com'

let first: TestApp
beforeAll(async () => {
  first = await createTestApp()
})
afterAll(() => first.close())

/** A community with these payment providers; `rules` are the directives of a response, by name. */
async function community(config: Partial<Config>) {
  const test = await createTestApp({ sharing: first, config })
  const ask = async (url: string) => {
    const { headers, body } = await test.app.inject(url)
    const policy = String(headers['content-security-policy'])
    const rules = new Map(
      policy.split(';').map((rule) => {
        const [name = '', ...values] = rule.trim().split(' ')
        return [name, values.join(' ')]
      }),
    )
    return { policy, rules, headers, body }
  }
  return { test, ask }
}

describe('a payment page', () => {
  it('allows no other host without a payment provider', async () => {
    const { test, ask } = await community({})
    const { policy } = await ask('/')
    for (const url of PAYING) expect((await ask(url)).policy, url).toBe(policy)
    await test.close()
  })

  it('allows the hosts of Stripe, and other pages do not', async () => {
    const { test, ask } = await community({ stripe: STRIPE })
    const usual = await ask('/')
    for (const url of PAYING) {
      const { rules, headers } = await ask(url)
      const changed = [...rules].filter(([name, value]) => usual.rules.get(name) !== value)
      expect(Object.fromEntries(changed), url).toEqual({
        'script-src': `'self' ${STRIPE_JS}`,
        'frame-src': `${STRIPE_JS} https://hooks.stripe.com`,
        'connect-src': "'self' https://api.stripe.com",
        'img-src': `${usual.rules.get('img-src')} https://*.stripe.com`,
      })
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['referrer-policy']).toBe('no-referrer')
    }
    for (const url of OTHERS) expect((await ask(url)).policy, url).not.toMatch(/stripe/)
    await test.close()
  })

  it('allows the hosts of PayPal with a nonce of its own, and other pages do not', async () => {
    const { test, ask } = await community({ paypal: PAYPAL })
    const nonces = new Set<string>()
    for (const url of PAYING) {
      const { rules, headers, body } = await ask(url)
      const nonce = /<meta name="nonce" nonce="([^"]+)"/.exec(body)?.[1] ?? ''
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
      nonces.add(nonce)
      expect(rules.get('script-src')).toBe(`'self' ${PAYPAL_ALL} 'nonce-${nonce}'`)
      expect(rules.get('frame-src')).toBe(PAYPAL_ALL)
      expect(rules.get('connect-src')).toBe(`'self' ${PAYPAL_ALL}`)
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
      expect(headers['referrer-policy']).toBe('strict-origin')
    }
    expect(nonces.size).toBe(PAYING.length)
    for (const url of OTHERS) {
      const { policy, headers, body } = await ask(url)
      expect(policy, url).not.toMatch(/paypal|nonce/)
      // A response that is not a page has no window to share.
      const sharing = url.startsWith('/api/v1/') ? undefined : 'same-origin'
      expect(headers['cross-origin-opener-policy'], url).toBe(sharing)
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(body).not.toMatch(/nonce="[^"]+"/)
    }
    await test.close()
  })

  it('gets the public keys of the payment providers and no secret', async () => {
    const none = (await first.call(configApi.get)).body
    expect([none.stripe_publishable_key, none.paypal_client_id]).toEqual([null, null])
    const { test, ask } = await community({ stripe: STRIPE, paypal: PAYPAL })
    const { body } = await test.call(configApi.get)
    expect(body).toMatchObject({
      stripe_publishable_key: STRIPE.publishableKey,
      paypal_client_id: PAYPAL.clientId,
      payment_providers: ['stripe', 'paypal'],
    })
    const publicText = JSON.stringify(body) + (await ask(PAYING[0] ?? '')).body
    const { publishableKey: _key, apiBase: _base, ...secrets } = STRIPE
    const { clientId: _id, ...others } = PAYPAL
    for (const secret of [...Object.values(secrets), ...Object.values(others)]) {
      expect(publicText).not.toContain(secret)
    }
    await test.close()
  })
})
