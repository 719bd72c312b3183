import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { captchaApi } from '#platform/shared/captcha.ts'
import type { TestApp } from './test-app.ts'

export async function getChallenge(test: TestApp): Promise<Challenge> {
  const { status, body } = await test.call(captchaApi.challenge)
  if (status !== 200) throw new Error(`Unexpected answer to a captcha: ${status}`)
  return body as unknown as Challenge
}

/** The payload that a browser would send, for this or a new challenge. */
export async function solveCaptcha(test: TestApp, knownChallenge?: Challenge): Promise<string> {
  const challenge = knownChallenge ?? (await getChallenge(test))
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
