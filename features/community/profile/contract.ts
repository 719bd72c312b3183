import { z } from 'zod'
import { accountChangeSchema } from '#features/people/accounts/contract.ts'
import { userSettingsSchema } from '#features/people/accounts/user-settings/contract.ts'
import { ownLetterboxSchema } from '#features/places/letterboxes/contract.ts'
import { privacySchema } from '#features/places/letterboxes/privacy/contract.ts'
import { orderSchema } from '#features/shop/orders/contract.order.ts'
import { areaSchema } from '#platform/shared/areas.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { TASKS } from '#platform/shared/tasks.ts'

/** The account as its owner sees it. */
export const userinfoSchema = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  new_email: z.string().nullable(),
  email_confirmed: z.boolean(),
  /**
   * Mails to this address do not arrive: a mail server rejected one permanently, and the address was not confirmed
   * again.
   */
  email_refused: z.boolean(),
  has_password: z.boolean(),
  /** The account has a password, a passkey or a linked account, so that logging in needs no mail. */
  can_log_in: z.boolean(),
  address: z.string().nullable(),
  address_addition: z.string().nullable(),
  postcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  letterbox: ownLetterboxSchema.nullable(),
  /** Newest first, without cancelled ones. */
  orders: z.array(orderSchema),
  privacy: privacySchema,
  user_settings: userSettingsSchema,
  role_id: z.int(),
  /** Tasks of the account, by role or individually. */
  tasks: z.array(z.enum(TASKS)),
  /** The area to which the tasks are limited; null for the whole community. */
  area: areaSchema.nullable(),
  /** Since when the account waits for a moderator to admit it; null if it was admitted. */
  waiting_since: z.iso.datetime().nullable(),
  beta_tester: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Userinfo = z.infer<typeof userinfoSchema>

export const profileApi = defineEndpoints({
  userinfo: {
    method: 'GET',
    path: '/users/userinfo',
    summary: "Returns the caller's account, letterbox, orders, privacy and settings",
    access: 'user',
    status: 200,
    answer: userinfoSchema,
    errors: [],
  },
  updateAccountInfo: {
    method: 'POST',
    path: '/auth/updateAccountInfo',
    sessionOnly: true,
    whileWaiting: true,
    summary:
      'Changes names, address, e-mail address (once it is confirmed) and password; `errorMsg` is incorrectPassword or emailTaken, or says in English what else was wrong',
    access: 'user',
    saysErrorMsg: true,
    body: accountChangeSchema,
    status: 200,
    answer: userinfoSchema,
    errors: ['validation', 'email_not_confirmed', 'conflict', 'fresh_proof_needed', 'rate_limited'],
  },
})
