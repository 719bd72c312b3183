import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROVIDER_WITHIN_MS } from './provider-limit.ts'

const scripts = () => [
  ...document.querySelectorAll<HTMLScriptElement>('script[src^="https://js.stripe.com/"]'),
]
/** A short time limit, so that tests finish within a few ticks. */
const GIVING_UP_MS = 10
const started = { elements: () => ({}) }
/** Simulates that Stripe's script has loaded. */
function arrive() {
  vi.stubGlobal('Stripe', () => started)
  scripts()[0]?.dispatchEvent(new Event('load'))
}
let stripeScript: typeof import('./stripe-script.ts')
function start() {
  const outcome = vi.fn()
  stripeScript.startStripe('pk_1').then(outcome, () => outcome('failed'))
  return outcome
}
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Prevents scripts from failing as soon as they are inserted, which the test DOM does and browsers do not. */
function createNoScripts() {
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name)
    if (name === 'script') element.setAttribute('type', 'text/plain')
    return element
  })
}

beforeEach(async () => {
  // The library caches what it has loaded, also across test files.
  vi.resetModules()
  stripeScript = await import('./stripe-script.ts')
  vi.useFakeTimers()
  createNoScripts()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const script of scripts()) script.remove()
})

/** Uses the real library, because its retry logic caused the endless wait. */
describe('the script of Stripe', () => {
  it.each([
    ['does not come', 'error'],
    ['comes from somebody else, and is none', 'load'],
  ])('that %s fails after its second try, and again on the next request', async (_what, event) => {
    for (let times = 0; times < 2; times += 1) {
      const outcome = start()
      for (let attempt = 0; attempt < 2; attempt += 1) {
        expect(scripts()).toHaveLength(1)
        scripts()[0]?.dispatchEvent(new Event(event))
        await passed(0)
      }
      await passed(GIVING_UP_MS)
      expect(outcome).toHaveBeenCalledWith('failed')
    }
  })

  it('that hangs fails after a time limit, and can be loaded again', async () => {
    const first = start()
    await passed(PROVIDER_WITHIN_MS - 1)
    expect(first).not.toHaveBeenCalled()
    await passed(1 + GIVING_UP_MS)
    expect(first).toHaveBeenCalledWith('failed')
    const second = start()
    arrive()
    await passed(0)
    expect(second).toHaveBeenCalledWith(started)
  })
})
