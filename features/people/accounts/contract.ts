import { z } from 'zod'
import { captchaFieldSchema } from '#platform/shared/captcha.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { isWrittenByRule } from '#platform/shared/input/guessable-password.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { tokenSchema } from '#platform/shared/mailed-token.ts'
import { firstnameSchema, lastnameSchema, postalAddressSchema } from './name-and-address.ts'

/** Lengths count Unicode code points; no password is ever truncated. */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const

const codePoints = (text: string) => [...text].length

export const newPasswordSchema = z
  .string(VALIDATION.password)
  .min(1, VALIDATION.password)
  .refine((text) => codePoints(text) >= PASSWORD_LENGTH.min, VALIDATION.shortPassword)
  .refine((text) => codePoints(text) <= PASSWORD_LENGTH.max, VALIDATION.longPassword)
  .refine((text) => !isWrittenByRule(text), VALIDATION.commonPassword)

/** The rows that concern the account, by table and without secrets. */
export const accountDataSchema = z.object({
  exported_at: z.iso.datetime(),
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type AccountData = z.infer<typeof accountDataSchema>

export const apiTokenAnswer = z.object({
  api_token: z.string(),
  /** With this flag the token is no session: send it with a code to `POST /secondFactors/logIn`. */
  second_step: z.literal(true).optional(),
})
/** Response to the token of a mailed link: what the link opened. */
export const linkAnswer = apiTokenAnswer.extend({
  /** Null if the link logged in. */
  conversation: z
    .object({
      transaction_id: z.uuid(),
      user_id: z.uuid(),
      lang: z.enum(LANGUAGES),
      /** Whether the account has a password or a passkey. */
      can_log_in: z.boolean(),
    })
    .nullable(),
})

/** What a mailed link will do when its button is pressed, and for whom. */
export const lookedAtLinkSchema = z.object({
  kind: z.enum(['login', 'conversation', 'confirmation', 'reset', 'not_me', 'restore']),
  /** Used and expired links do nothing. */
  state: z.enum(['open', 'used']),
  user_id: z.uuid(),
  firstname: z.string(),
  /** The address the mail went to, most of it hidden: `m…@example.org`. */
  masked_email: z.string(),
})
export type LookedAtLink = z.infer<typeof lookedAtLinkSchema>

/** Random id made by the browser that requests a link. The link carries it back. */
export const askedSchema = z.string().regex(/^[\w-]{22}$/)

export const loginSchema = z.object({
  email: z
    .string(VALIDATION.email)
    .trim()
    .min(1, VALIDATION.email)
    .max(254, VALIDATION.email)
    .refine((text) => !text.includes('\0'), VALIDATION.email),
  password: z
    .string(VALIDATION.password)
    .min(1, VALIDATION.password)
    .max(1024, VALIDATION.longPassword),
})

/** Owner of a mailed code, if the code is sent instead of a token by a logged-out client. */
const codeOwnerSchema = loginSchema.shape.email.optional()

export const forgotPasswordSchema = z.object({ email: emailSchema, captcha: captchaFieldSchema })

/** The account form. Every change requires the current password. */
export const accountUpdateSchema = z.object({
  email: emailSchema,
  firstname: firstnameSchema,
  lastname: lastnameSchema,
  ...postalAddressSchema.shape,
  /** Empty or absent keeps the password. */
  new_password: z.union([z.literal(''), newPasswordSchema]).optional(),
  current_password: z
    .string(VALIDATION.currentPassword)
    .min(1, { error: VALIDATION.currentPassword, abort: true })
    .min(PASSWORD_LENGTH.min, VALIDATION.incorrectPassword)
    .max(1024, VALIDATION.incorrectPassword),
})
/** The same form as it is sent; accounts without a password omit `current_password`. */
export const accountChangeSchema = accountUpdateSchema.partial({ current_password: true })

const mailedLink = {
  method: 'POST',
  access: 'public',
  body: forgotPasswordSchema,
  status: 204,
  answer: null,
  errors: ['validation', 'captcha_required', 'captcha_invalid', 'rate_limited'],
} as const

export const accountsApi = defineEndpoints({
  emailConfirmation: {
    method: 'POST',
    path: '/auth/emailConfirmation',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Confirms an e-mail address with the token or the code of the mail; ends the other sessions of the account; `errorMsg` is alreadyConfirmed if the link was used before',
    access: 'optional',
    body: z.object({ email_confirmation_token: tokenSchema, email: codeOwnerSchema }),
    status: 200,
    answer: apiTokenAnswer,
    errors: ['invalid_token', 'account_suspended', 'validation', 'rate_limited'],
  },
  resendEmailConfirmationToken: {
    method: 'POST',
    path: '/auth/resendEmailConfirmationToken',
    sessionOnly: true,
    whileWaiting: true,
    summary: 'Mails the confirmation link again',
    access: 'user',
    status: 204,
    answer: null,
    errors: ['already_confirmed', 'rate_limited'],
  },
  setPassword: {
    method: 'POST',
    path: '/auth/setPassword',
    whileWaiting: true,
    summary: 'Sets the first password of an account that has none',
    access: 'confirmed',
    freshProof: true,
    body: z.object({ password: newPasswordSchema }),
    status: 204,
    answer: null,
    errors: ['validation', 'password_already_set'],
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    summary:
      'Logs in with e-mail address and password; after many failed attempts for an address a captcha is required',
    access: 'public',
    body: loginSchema.extend({ captcha: captchaFieldSchema }),
    status: 200,
    answer: apiTokenAnswer,
    errors: [
      'invalid_credentials',
      'account_suspended',
      'validation',
      'captcha_required',
      'captcha_invalid',
      'rate_limited',
    ],
  },
  loginWithToken: {
    method: 'POST',
    path: '/auth/loginWithToken',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Redeems the link of a mail once: a requested login link logs in, as does its code with `email`; a link about a conversation opens only that one, unless its account is logged in already; 409 other_account if another account is',
    access: 'optional',
    body: z.object({ token: tokenSchema, email: codeOwnerSchema }),
    status: 200,
    answer: linkAnswer,
    errors: ['invalid_token', 'account_suspended', 'other_account', 'validation', 'rate_limited'],
  },
  lookAtLink: {
    method: 'POST',
    path: '/auth/lookAtLink',
    summary:
      'Returns which account the link of a mail is for: one that logs in, opens a conversation, confirms an address, sets a password or reverses a change; does not use it up',
    access: 'public',
    body: z.object({ token: tokenSchema }),
    status: 200,
    answer: lookedAtLinkSchema,
    errors: ['invalid_token', 'validation', 'rate_limited'],
  },
  forgotPassword: {
    ...mailedLink,
    path: '/auth/forgotPassword',
    summary:
      'Mails a link to choose a new password, valid for 3 hours; answers the same for unknown addresses',
  },
  sendLoginLink: {
    ...mailedLink,
    path: '/auth/sendLoginLink',
    summary:
      'Mails a link and a code that log in once, valid for 10 minutes; answers the same for unknown addresses; the link repeats `asked`',
    body: forgotPasswordSchema.extend({ asked: askedSchema.optional() }),
  },
  sendOwnLoginLink: {
    method: 'POST',
    path: '/auth/sendOwnLoginLink',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Mails the caller a link that logs in once, valid for 10 minutes; it lets an account without password and passkey choose a password',
    access: 'user',
    conversationSession: 'itself',
    status: 204,
    answer: null,
    errors: ['rate_limited'],
  },
  notMe: {
    method: 'POST',
    path: '/auth/notMe',
    summary:
      'Reports with the link of a mail that a login or a change was not made by the owner: ends all sessions, the password and passkeys of the last days, and mails a link to choose a new password',
    access: 'public',
    body: z.object({ token: tokenSchema }),
    status: 204,
    answer: null,
    errors: ['invalid_token'],
  },
  restoreEmail: {
    method: 'POST',
    path: '/auth/restoreEmail',
    summary:
      'Restores an address that was replaced within the last days, with the link of the mail to it and the earlier password: ends all sessions and the password, and mails a link to choose a new one; 409 if another account has the address',
    access: 'public',
    body: z.object({
      token: tokenSchema,
      former_password: z
        .string(VALIDATION.currentPassword)
        .min(1, VALIDATION.currentPassword)
        .max(1024, VALIDATION.incorrectPassword),
    }),
    status: 204,
    answer: null,
    errors: ['invalid_token', 'validation', 'conflict', 'rate_limited'],
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/resetPassword',
    summary:
      'Sets a new password with the token of the mail, or its code and `email`; ends all sessions of the account',
    access: 'public',
    body: z.object({ token: tokenSchema, password: newPasswordSchema, email: codeOwnerSchema }),
    status: 200,
    answer: apiTokenAnswer,
    errors: ['invalid_token', 'account_suspended', 'validation', 'rate_limited'],
  },
  remove: {
    method: 'POST',
    path: '/users/remove',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Deletes the account with its letterbox and all personal data at once; requires the password unless the session is younger than 10 minutes; 409 for the only admin',
    access: 'user',
    body: z.object({ current_password: z.string().min(1).max(1024).optional() }).nullish(),
    status: 204,
    answer: null,
    errors: ['validation', 'login_too_old', 'fresh_proof_needed', 'conflict', 'rate_limited'],
  },
  exportData: {
    method: 'GET',
    path: '/users/export',
    sessionOnly: true,
    summary: 'Returns everything that is stored about the caller, as a file',
    access: 'user',
    heavy: true,
    status: 200,
    answer: accountDataSchema,
    errors: [],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    sessionOnly: true,
    whileWaiting: true,
    summary: 'Revokes the token of this session',
    access: 'user',
    conversationSession: 'itself',
    status: 204,
    answer: null,
    errors: [],
  },
})
