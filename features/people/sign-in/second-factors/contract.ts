import { z } from 'zod'
import { apiTokenAnswer } from '#features/people/accounts/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { tokenSchema } from '#platform/shared/mailed-token.ts'

/** Number of recovery codes. Each works once, in place of a code of the app. */
export const CODE_COUNT = 10

/** Six digits of the authenticator app or a recovery code, in any notation. */
export const typedCodeSchema = z
  .string(VALIDATION.verificationCode)
  .trim()
  .min(1, VALIDATION.verificationCode)
  .max(64, VALIDATION.verificationCode)

/** How a logged-in user can prove their identity. */
export const PROOFS = ['passkey', 'code', 'password'] as const
export type Proof = (typeof PROOFS)[number]

export const secondFactorsSchema = z.object({
  /** When logins began to require a code; null if they do not. */
  since: z.iso.datetime().nullable(),
  codes_left: z.int(),
  /** Accepted proofs, best first; empty if the user must log in again. */
  proofs: z.array(z.enum(PROOFS)),
  /** Only for people with tasks. */
  staff: z
    .object({
      /** Until when the back office opens without a second factor; null for no end. */
      grace_ends: z.iso.datetime().nullable(),
      /** Whether this session has proved two factors, at login or later. */
      strong: z.boolean(),
      /** Whether this session has no access to the back office. */
      locked: z.boolean(),
    })
    .nullable(),
})
export type SecondFactors = z.infer<typeof secondFactorsSchema>

/** Data for setting up an authenticator app. */
export const newAppSchema = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://`, for an app on the same device. */
  uri: z.string(),
  /** The URI as a QR code: a path of `size` squares per side, with the margin that readers need. */
  picture: z.object({ size: z.int(), path: z.string() }),
})
export type NewApp = z.infer<typeof newAppSchema>

const codesSchema = z.object({
  /** Returned only once: only their hashes are stored. */
  codes: z.array(z.string()).length(CODE_COUNT),
})

export const secondFactorsApi = defineEndpoints({
  get: {
    method: 'GET',
    path: '/secondFactors',
    sessionOnly: true,
    summary: 'Returns how the caller logs in, and with what they can prove their identity',
    access: 'user',
    status: 200,
    answer: secondFactorsSchema,
    errors: [],
  },
  begin: {
    method: 'POST',
    path: '/secondFactors/begin',
    whileWaiting: true,
    summary:
      'Creates a secret for an authenticator app; nothing changes until its first code is confirmed',
    access: 'confirmed',
    freshProof: true,
    status: 200,
    answer: newAppSchema,
    errors: [],
  },
  confirm: {
    method: 'POST',
    path: '/secondFactors/confirm',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Confirms an authenticator app by its first code: from then on logins ask for a code. Ends all other sessions, mails the owner, and returns ten codes that work once',
    access: 'confirmed',
    body: z.object({ code: typedCodeSchema }),
    status: 200,
    answer: codesSchema,
    errors: ['validation', 'rate_limited'],
  },
  newCodes: {
    method: 'POST',
    path: '/secondFactors/newCodes',
    whileWaiting: true,
    summary: 'Creates ten new recovery codes in place of the earlier ones; mails the owner',
    access: 'user',
    freshProof: true,
    status: 200,
    answer: codesSchema,
    errors: ['not_found'],
  },
  remove: {
    method: 'POST',
    path: '/secondFactors/remove',
    whileWaiting: true,
    summary: 'Removes the second factor, so that logins no longer ask for a code; mails the owner',
    access: 'user',
    freshProof: true,
    status: 204,
    answer: null,
    errors: ['not_found'],
  },
  prove: {
    method: 'POST',
    path: '/secondFactors/prove',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      "Proves the caller's identity for ten minutes: by a code, or by the password if the account has nothing else",
    access: 'user',
    body: z.union([
      z.object({ code: typedCodeSchema }),
      z.object({
        current_password: z
          .string()
          .min(1, VALIDATION.currentPassword)
          .max(1024, VALIDATION.incorrectPassword),
      }),
    ]),
    status: 204,
    answer: null,
    errors: ['validation', 'forbidden', 'login_too_old', 'rate_limited'],
  },
  logIn: {
    method: 'POST',
    path: '/secondFactors/logIn',
    summary: 'Completes a login: a code, with the token that the first step returned',
    access: 'public',
    body: z.object({ token: tokenSchema, code: typedCodeSchema }),
    status: 200,
    answer: apiTokenAnswer,
    errors: ['validation', 'invalid_token', 'account_suspended', 'rate_limited'],
  },
})
