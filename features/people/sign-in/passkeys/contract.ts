import { z } from 'zod'
import { apiTokenAnswer } from '#features/people/accounts/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

/** In code points. */
const PASSKEY_NAME_LENGTH = 60
/** Maximum per user. */
export const MAX_PASSKEYS = 20

export const passkeyNameSchema = z
  .string(VALIDATION.name)
  .trim()
  .min(1, VALIDATION.name)
  .refine((text) => [...text].length <= PASSKEY_NAME_LENGTH, VALIDATION.tooLong)
  .refine((text) => !text.includes('\0'), VALIDATION.invalid)

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  /** Null until the first login. */
  last_used_at: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof passkeySchema>

const base64url = z
  .string()
  .min(1)
  .max(8192)
  .regex(/^[\w-]+$/)

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type PasskeyTransport = (typeof TRANSPORTS)[number]
/** Drops transports that we do not know. */
const transportsSchema = z
  .array(z.string())
  .max(10)
  .transform((all) => TRANSPORTS.filter((transport) => all.includes(transport)))

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
}

/** RegistrationResponseJSON of WebAuthn: the authenticator's response to `startRegistration`. */
export const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transportsSchema.optional(),
  }),
})

/** AuthenticationResponseJSON of WebAuthn: the authenticator's response to `startLogin`. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(TRANSPORTS)),
})

/** The fields of PublicKeyCredentialCreationOptionsJSON that are used. */
const creationOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** The fields of PublicKeyCredentialRequestOptionsJSON that are used. */
const requestOptionsSchema = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

export const passkeysApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/passkeys',
    sessionOnly: true,
    summary: "Lists the caller's passkeys, oldest first",
    access: 'user',
    status: 200,
    answer: z.array(passkeySchema),
    errors: [],
  },
  startRegistration: {
    method: 'POST',
    path: '/passkeys/startRegistration',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Returns what a browser needs to create a passkey, valid for 5 minutes; requires the password unless the session is younger than 10 minutes',
    access: 'confirmed',
    body: z.object({ current_password: z.string().min(1).max(1024).optional() }),
    status: 200,
    answer: creationOptionsSchema,
    errors: [
      'validation',
      'login_too_old',
      'fresh_proof_needed',
      'passkeys_unavailable',
      'too_many_passkeys',
    ],
  },
  register: {
    method: 'POST',
    path: '/passkeys/register',
    sessionOnly: true,
    whileWaiting: true,
    summary: 'Stores a new passkey; mails its owner',
    access: 'confirmed',
    body: z.object({ name: passkeyNameSchema, credential: attestationSchema }),
    status: 201,
    answer: passkeySchema,
    errors: [
      'validation',
      'invalid_passkey',
      'passkeys_unavailable',
      'too_many_passkeys',
      'conflict',
    ],
  },
  rename: {
    method: 'POST',
    path: '/passkeys/rename',
    sessionOnly: true,
    whileWaiting: true,
    summary: "Renames one of the caller's passkeys",
    access: 'user',
    body: z.object({ id: z.uuid(), name: passkeyNameSchema }),
    status: 200,
    answer: passkeySchema,
    errors: ['validation', 'not_found'],
  },
  remove: {
    method: 'POST',
    path: '/passkeys/remove',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      "Removes one of the caller's passkeys; mails its owner; requires a fresh proof if it is a second factor",
    access: 'user',
    body: z.object({ id: z.uuid() }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found', 'fresh_proof_needed'],
  },
  startLogin: {
    method: 'POST',
    path: '/passkeys/startLogin',
    summary: 'Returns what a browser needs to log in with any passkey; valid once, for 5 minutes',
    access: 'public',
    body: z.object({}),
    status: 200,
    answer: requestOptionsSchema,
    errors: ['passkeys_unavailable'],
  },
  login: {
    method: 'POST',
    path: '/passkeys/login',
    summary:
      'Logs in with a passkey; answers the same for an unknown passkey and a wrong signature',
    access: 'public',
    body: z.object({ credential: assertionSchema }),
    status: 200,
    answer: apiTokenAnswer,
    errors: ['invalid_credentials', 'account_suspended', 'validation', 'passkeys_unavailable'],
  },
  prove: {
    method: 'POST',
    path: '/passkeys/prove',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      "Proves the caller's identity for ten minutes with one of their passkeys, signed as for a login",
    access: 'user',
    body: z.object({ credential: assertionSchema }),
    status: 204,
    answer: null,
    errors: ['invalid_passkey', 'validation', 'passkeys_unavailable'],
  },
})
