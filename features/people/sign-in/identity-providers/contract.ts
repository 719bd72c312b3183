import { z } from 'zod'
import { apiTokenAnswer } from '#features/people/accounts/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'

/** Secret of a browser: 256 random bits made by the browser, as base64url. */
export const browserSchema = z.string().regex(/^[\w-]{43}$/)
const providerSchema = z.string().min(1).max(30)

/** Only a path of the app: `//host` and `/\host` would lead to other sites. */
const returnPathSchema = z
  .string()
  .max(1000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u)

const beginningSchema = z.object({
  provider: providerSchema,
  browser: browserSchema,
  /** Path to return to afterwards. */
  return_path: returnPathSchema.optional(),
})

/** The provider's page, which the browser opens next. */
const beginningAnswer = z.object({ url: z.url() })

/** The provider's claims about a person without an account here, as the start of a registration. */
export const provedIdentitySchema = z.object({
  provider: z.string(),
  provider_name: z.string(),
  /** Name by which the owner recognises the linked account. */
  label: z.string(),
  email: z.string(),
  /** Whether the address needs no confirmation mail. */
  email_verified: z.boolean(),
  firstname: z.string(),
  lastname: z.string(),
  /** An account here has this address: its owner logs in to it once in the usual way, to link it. */
  has_account: z.boolean(),
  return_path: z.string().nullable(),
})
export type ProvedIdentity = z.infer<typeof provedIdentitySchema>

const finishedSchema = z.discriminatedUnion('outcome', [
  apiTokenAnswer.extend({
    outcome: z.literal('logged_in'),
    /** The provider reports a different address than before; `linked` contains it. */
    offers_email: z.boolean(),
    return_path: z.string().nullable(),
  }),
  z.object({ outcome: z.literal('linked'), provider_name: z.string() }),
  z.object({ outcome: z.literal('unknown'), identity: provedIdentitySchema }),
])
export type Finished = z.infer<typeof finishedSchema>

export const linkedAccountSchema = z.object({
  id: z.uuid(),
  /** Key of the provider in the settings. */
  provider: z.string(),
  provider_name: z.string(),
  label: z.string(),
  /**
   * The address that the provider reports now, if the account has another one and its owner has not
   * answered yet.
   */
  new_email: z.string().nullable(),
  /** The community no longer offers this provider, so the linked account cannot log in. */
  gone: z.boolean(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type LinkedAccount = z.infer<typeof linkedAccountSchema>

export const identityProvidersApi = defineEndpoints({
  start: {
    method: 'POST',
    path: '/identityProviders/start',
    summary: 'Starts a login with an account of a provider; valid for 10 minutes, in this browser',
    access: 'public',
    body: beginningSchema,
    status: 200,
    answer: beginningAnswer,
    errors: ['validation', 'not_found', 'provider_unavailable'],
  },
  startLinking: {
    method: 'POST',
    path: '/identityProviders/startLinking',
    whileWaiting: true,
    summary: "Starts linking an account of a provider with the caller's account",
    access: 'confirmed',
    freshProof: true,
    body: beginningSchema.omit({ return_path: true }),
    status: 200,
    answer: beginningAnswer,
    errors: ['validation', 'not_found', 'provider_unavailable', 'already_linked'],
  },
  finish: {
    method: 'POST',
    path: '/identityProviders/finish',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Finishes, once, what was started at a provider, with the parameters of its redirect: logs in, links, or says that this identity has no account yet',
    access: 'optional',
    body: z.object({
      provider: providerSchema,
      browser: browserSchema,
      /** The unchanged query of that page. */
      query: z.string().max(8192),
    }),
    status: 200,
    answer: finishedSchema,
    errors: [
      'validation',
      'not_found',
      'provider_denied',
      'provider_login_expired',
      'provider_refused',
      'provider_unavailable',
      'account_suspended',
      'other_account',
      'already_linked',
      'linked_elsewhere',
    ],
  },
  waiting: {
    method: 'POST',
    path: '/identityProviders/waiting',
    summary: 'Returns the identity that waits in this browser for an account, for up to an hour',
    access: 'public',
    body: z.object({ browser: browserSchema }),
    status: 200,
    answer: provedIdentitySchema,
    errors: ['validation', 'provider_login_expired'],
  },
  link: {
    method: 'POST',
    path: '/identityProviders/link',
    whileWaiting: true,
    summary:
      "Links the identity that waits in this browser with the caller's account; mails its owner",
    access: 'confirmed',
    freshProof: true,
    body: z.object({ browser: browserSchema }),
    status: 200,
    answer: z.array(linkedAccountSchema),
    errors: ['validation', 'provider_login_expired', 'already_linked', 'linked_elsewhere'],
  },
  leave: {
    method: 'POST',
    path: '/identityProviders/leave',
    summary:
      'Returns where a user who has logged out here logs out at the provider as well; null if it has no such page or does not answer',
    access: 'public',
    body: z.object({ provider: providerSchema }),
    status: 200,
    answer: z.object({ provider_name: z.string(), url: z.url().nullable() }),
    errors: ['validation', 'not_found'],
  },
  list: {
    method: 'GET',
    path: '/identityProviders/linked',
    sessionOnly: true,
    summary: "Lists the provider accounts that log in to the caller's account, oldest first",
    access: 'user',
    status: 200,
    answer: z.array(linkedAccountSchema),
    errors: [],
  },
  answerEmail: {
    method: 'POST',
    path: '/identityProviders/answerEmail',
    whileWaiting: true,
    summary:
      "Adopts the address that the provider of a linked account reports now, or keeps the caller's; a mail confirms it unless the provider vouches for it",
    access: 'confirmed',
    freshProof: true,
    body: z.object({ id: z.uuid(), take: z.boolean() }),
    status: 200,
    answer: z.object({
      /**
       * Whether the address was replaced at once; false if it awaits confirmation, or nothing
       * changes.
       */
      taken: z.boolean(),
      linked: z.array(linkedAccountSchema),
    }),
    errors: ['validation', 'not_found', 'rate_limited'],
  },
  unlink: {
    method: 'POST',
    path: '/identityProviders/unlink',
    whileWaiting: true,
    summary:
      'Unlinks a provider account, so that it no longer logs in; 409 last_way_in if there is neither password nor passkey; mails the owner',
    access: 'user',
    freshProof: true,
    body: z.object({ id: z.uuid() }),
    status: 200,
    answer: z.array(linkedAccountSchema),
    errors: ['validation', 'not_found', 'last_way_in'],
  },
})
