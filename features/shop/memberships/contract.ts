import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

/** One paid year. A year that is paid before the previous one ends begins at that end. */
export const membershipSchema = z.object({
  order_id: z.uuid(),
  order_date: z.iso.datetime(),
  /** What the year cost: one of the tiers. */
  amount: z.number(),
  payment_currency: z.enum(['CHF', 'EUR']),
  valid_from: z.iso.datetime(),
  valid_until: z.iso.datetime(),
})
export type Membership = z.infer<typeof membershipSchema>

export const membershipsSchema = z.object({
  /** End of the last year, possibly in the past; null if the account never had a membership. */
  supporter_until: z.iso.datetime().nullable(),
  /** Whether a mail announces the end. */
  membership_reminders: z.boolean(),
  /** Latest first. */
  memberships: z.array(membershipSchema),
})
export type Memberships = z.infer<typeof membershipsSchema>

export const membershipsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/users/memberships',
    summary: "Lists the caller's memberships, and returns until when they are a supporter",
    access: 'user',
    status: 200,
    answer: membershipsSchema,
    errors: [],
  },
  updateReminders: {
    method: 'POST',
    path: '/users/updateMembershipReminders',
    whileWaiting: true,
    summary: 'Changes whether a mail reminds of the end of the membership',
    access: 'user',
    body: z.object({ membership_reminders: z.boolean(VALIDATION.invalid) }),
    status: 200,
    answer: membershipsSchema,
    errors: ['validation'],
  },
})
