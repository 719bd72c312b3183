import { z } from 'zod'
import { firstnameSchema, lastnameSchema } from '#features/people/accounts/name-and-address.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { sentLanguageSchema } from '#platform/shared/language-schema.ts'
import { tokenSchema } from '#platform/shared/mailed-token.ts'

/** How many people may manage a letterbox in addition to its owner. */
export const MAX_MEMBERS = 8
/** How many pending invitations a letterbox may have. */
export const MAX_INVITATIONS = 10

export const householdPersonSchema = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  role: z.enum(['owner', 'member']),
  since: z.iso.datetime(),
})
export type HouseholdPerson = z.infer<typeof householdPersonSchema>

export const householdInvitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type HouseholdInvitation = z.infer<typeof householdInvitationSchema>

export const householdSchema = z.object({
  /** The caller's role; null if the caller manages no letterbox. */
  role: householdPersonSchema.shape.role.nullable(),
  /** The owner first, then the members in the order in which they joined. */
  people: z.array(householdPersonSchema),
  /** Pending invitations; shown only to the owner. */
  invitations: z.array(householdInvitationSchema),
})
export type Household = z.infer<typeof householdSchema>

/**
 * What an invitation means for the person who opens it: `visitor` (must log in or register first), `unconfirmed`
 * (must confirm the e-mail address first), `open` (may join), `has_letterbox` (may join after giving up their own
 * letterbox), `has_household` (cannot join: a letterbox that others manage as well cannot be given up), `own`,
 * `member`, `other_household`, `full`.
 */
export const invitationSituationSchema = z.enum([
  'visitor',
  'unconfirmed',
  'open',
  'has_letterbox',
  'has_household',
  'own',
  'member',
  'other_household',
  'full',
])
export type InvitationSituation = z.infer<typeof invitationSituationSchema>

export const openedInvitationSchema = z.object({
  /** First name of the person who invites. */
  inviter: z.string(),
  /** Street and city, as far as the caller may see the letterbox; null if it is hidden. */
  place: z.object({ address: z.string(), city: z.string() }).nullable(),
  expires_at: z.iso.datetime(),
  /** The invited address, for a visitor to register with; null for a logged-in caller. */
  email: z.string().nullable(),
  situation: invitationSituationSchema,
})
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>

export const invitedEmailSchema = z.object({ email: emailSchema })

/** A person who registers to join a household needs no letterbox, and so no address. */
export const invitedPersonSchema = z.object({
  email: emailSchema,
  firstname: firstnameSchema,
  lastname: lastnameSchema,
})

const linkBody = z.object({ token: tokenSchema })

export const householdApi = defineEndpoints({
  get: {
    method: 'GET',
    path: '/household',
    summary: 'Lists the members of the household, and whom its owner has invited',
    access: 'user',
    status: 200,
    answer: householdSchema,
    errors: [],
  },
  invite: {
    method: 'POST',
    path: '/household/invite',
    summary:
      "Mails an invitation to manage the caller's letterbox, valid for 7 days; the answer is the same for every address. A new invitation replaces the earlier link",
    access: 'confirmed',
    body: invitedEmailSchema,
    status: 204,
    answer: null,
    errors: [
      'validation',
      'forbidden',
      'conflict',
      'household_full',
      'too_many_invitations',
      'rate_limited',
    ],
  },
  withdraw: {
    method: 'POST',
    path: '/household/withdraw',
    summary: 'Withdraws an invitation',
    access: 'user',
    body: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
  remove: {
    method: 'POST',
    path: '/household/remove',
    summary: "Removes a member from the household of the caller's letterbox",
    access: 'user',
    body: z.object({ member_id: z.uuid(VALIDATION.invalid) }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
  leave: {
    method: 'POST',
    path: '/household/leave',
    whileWaiting: true,
    summary: 'Leaves the household; its owner cannot',
    access: 'user',
    status: 204,
    answer: null,
    errors: ['forbidden', 'not_found'],
  },
  invitation: {
    method: 'POST',
    path: '/household/invitation',
    whileWaiting: true,
    summary: 'Returns what the link of an invitation leads to, without using it up',
    access: 'optional',
    body: linkBody,
    status: 200,
    answer: openedInvitationSchema,
    errors: ['invalid_token', 'rate_limited'],
  },
  register: {
    method: 'POST',
    path: '/household/register',
    summary:
      'Creates an account without a letterbox for an invited person. The invited address counts as confirmed and joins at once; any other gets a confirmation link by mail and joins after that',
    access: 'public',
    body: invitedPersonSchema.extend({ ...linkBody.shape, lang: sentLanguageSchema }),
    status: 201,
    answer: z.object({ api_token: z.string(), joined: z.boolean() }),
    errors: ['validation', 'invalid_token', 'household_full', 'rate_limited'],
  },
  join: {
    method: 'POST',
    path: '/household/join',
    whileWaiting: true,
    summary:
      'Joins the household and uses up the invitation. From then on the caller receives messages to its letterbox, if it accepts messages',
    access: 'confirmed',
    body: linkBody.extend({
      /** Deletes the caller's letterbox: a person manages at most one. */
      give_up_letterbox: z.boolean().default(false),
    }),
    status: 204,
    answer: null,
    errors: [
      'invalid_token',
      'own_letterbox',
      'has_letterbox',
      'other_household',
      'household_full',
      'conflict',
      'rate_limited',
    ],
  },
})
