import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

/** A proof-of-work challenge; its shape is the captcha library's. */
export const captchaChallengeSchema = z.record(z.string(), z.unknown())

export const captchaApi = defineEndpoints({
  challenge: {
    method: 'GET',
    path: '/captcha/challenge',
    summary: 'A proof-of-work challenge for one form',
    access: 'public',
    status: 200,
    answer: captchaChallengeSchema,
    errors: ['rate_limited'],
  },
})

/** The solved proof of work, base64; ignored where the captcha is switched off. */
export const captchaFieldSchema = z.string().max(4096).optional()
