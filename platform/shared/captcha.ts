import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

/** A proof-of-work challenge in the captcha library's format. */
export const captchaChallengeSchema = z.record(z.string(), z.unknown())

export const captchaApi = defineEndpoints({
  challenge: {
    method: 'GET',
    path: '/captcha/challenge',
    summary: 'Creates a proof-of-work challenge for one form',
    access: 'public',
    status: 200,
    answer: captchaChallengeSchema,
    errors: ['rate_limited'],
  },
})

/** The solved proof of work, base64; ignored if the captcha is off. */
export const captchaFieldSchema = z.string().max(4096).optional()
