import { vi } from 'vitest'

const challenge = { parameters: { algorithm: 'PBKDF2/SHA-256', nonce: 'nonce' } }
const solution = { counter: 1, derivedKey: 'key' }

/** Replaces the web worker, which computes for seconds; it solves immediately. */
class SolvingWorker extends EventTarget {
  postMessage({ type }: { type: 'work' | 'abort' }) {
    if (type !== 'work') return
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: solution })))
  }
  terminate() {}
}

/** What a form sends as `captcha` once the challenge of {@link stubCaptcha} is solved. */
export const SOLVED_CAPTCHA = btoa(JSON.stringify({ challenge, solution }))

/**
 * Solves captchas immediately, until globals are unstubbed. It replaces the worker and the server, not a module: test
 * files share a process, in which another file may have loaded the module.
 * @returns the call for a challenge, for the table of `answeringFetch`
 */
export function stubCaptcha() {
  vi.stubGlobal('Worker', SolvingWorker)
  return { 'GET /captcha/challenge': () => ({ body: challenge }) }
}
