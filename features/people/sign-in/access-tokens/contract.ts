import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { SINGLE_TASKS } from '#platform/shared/tasks.ts'

/** In code points. */
const TOKEN_NAME_LENGTH = 60
/** Open tokens of a person. */
export const MAX_TOKENS = 20
/** Days that a token may live. */
const MAX_TOKEN_DAYS = 366

const tokenNameSchema = z
  .string(VALIDATION.name)
  .trim()
  .min(1, VALIDATION.name)
  .refine((text) => [...text].length <= TOKEN_NAME_LENGTH, VALIDATION.tooLong)
  .refine((text) => !text.includes('\0'), VALIDATION.invalid)

export const newTokenSchema = z.object({
  name: tokenNameSchema,
  /** Whether it may make calls that change something. */
  writes: z.boolean(VALIDATION.invalid),
  /** Its tasks for the community. A personal token uses those that its owner has at the time of a call. */
  tasks: z.array(z.enum(SINGLE_TASKS, VALIDATION.invalid), VALIDATION.invalid).max(10),
  /** How many days it lives. */
  days: z
    .int(VALIDATION.invalid)
    .min(1, VALIDATION.invalid)
    .max(MAX_TOKEN_DAYS, VALIDATION.invalid),
})
export type NewToken = z.infer<typeof newTokenSchema>

export const accessTokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  writes: z.boolean(),
  tasks: z.array(z.enum(SINGLE_TASKS)),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** To within a minute; null if it was never used. */
  last_used_at: z.iso.datetime().nullable(),
})
export type AccessToken = z.infer<typeof accessTokenSchema>

/** The only answer that contains the token itself. */
export const createdTokenSchema = accessTokenSchema.extend({ token: z.string() })
export type CreatedToken = z.infer<typeof createdTokenSchema>

export const accessTokensApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/accessTokens',
    sessionOnly: true,
    summary: "Lists the caller's access tokens, newest first; expired ones for another 30 days",
    access: 'user',
    status: 200,
    answer: z.array(accessTokenSchema),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/accessTokens/create',
    summary:
      'Creates an access token for the caller, and returns it for the only time; mails its owner',
    access: 'confirmed',
    freshProof: true,
    body: newTokenSchema,
    status: 201,
    answer: createdTokenSchema,
    errors: ['validation', 'too_many_access_tokens'],
  },
  end: {
    method: 'POST',
    path: '/accessTokens/end',
    sessionOnly: true,
    whileWaiting: true,
    summary: "Ends one of the caller's access tokens at once",
    access: 'user',
    body: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
})
