import { vi } from 'vitest'

const challenge = { parameters: { algorithm: 'PBKDF2/SHA-256', nonce: 'nonce' } }
const solution = { counter: 1, derivedKey: 'key' }

/** In place of the web worker that computes for seconds: it has the solution at once. */
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
 * Solves captchas at once, until globals are unstubbed. It stands in for the worker and the server, not for a
 * module: files of tests share a process, in which another one may have loaded that module before.
 * @returns the call for a challenge, for the table of `answeringFetch`
 */
export function stubCaptcha() {
  vi.stubGlobal('Worker', SolvingWorker)
  return { 'GET /captcha/challenge': () => ({ body: challenge }) }
}
