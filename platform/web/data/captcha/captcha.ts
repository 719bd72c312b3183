import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { call } from '../api-client.ts'
import { queryClient } from '../query-client.ts'
import { newRequestId } from '../request-id.ts'

const TIMEOUT_MS = MINUTE_MS

function createWorker(): Worker {
  return new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' })
}

function isChallenge(value: unknown): value is Challenge {
  const parameters: unknown = Object(value).parameters
  return typeof Object(parameters).nonce === 'string'
}

/** Fetches a separate challenge for each form; retries on a busy server like every other query. */
function fetchChallenge(signal: AbortSignal): Promise<unknown> {
  return queryClient.fetchQuery({
    queryKey: ['captcha', newRequestId()],
    queryFn: () => call('GET /captcha/challenge', { signal }),
    gcTime: 0,
  })
}

/**
 * Fetches a challenge and solves its proof of work in a web worker.
 * @returns the payload for the field `captcha`: base64 of `{challenge, solution}` as JSON.
 * @throws {ApiError} if there is no challenge; `Error` if it cannot be solved in time.
 */
export async function solveCaptcha(signal: AbortSignal): Promise<string> {
  const challenge = await fetchChallenge(signal)
  if (!isChallenge(challenge)) throw new Error('Unexpected shape of the captcha challenge.')
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort(), { once: true })
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    // It runs while the form is filled in: one worker is fast enough and does not heat up a phone.
    concurrency: 1,
    createWorker,
    timeout: TIMEOUT_MS,
  })
  if (!solution) throw new Error('The captcha could not be solved in time.')
  return btoa(JSON.stringify({ challenge, solution }))
}
