import { z } from 'zod'
import { accountDataSchema } from '#features/people/accounts/contract.ts'
import {
  securityEventsPageSchema,
  securityEventsSchema,
} from '#features/people/accounts/security-events/contract.ts'
import { auditEntrySchema } from '#features/people/audit/contract.admin.ts'
import {
  DECISION_GROUNDS,
  MEASURE_REASON_MAX_LENGTH,
} from '#features/people/decisions/decision-kinds.ts'
import { notificationSettingsSchema } from '#features/people/notifications/contract.ts'
import { adminListAnswer, adminListSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { MAIL_OUTCOMES } from '#platform/shared/mail-outcomes.ts'
import { MAILING_TOPICS, NOTIFICATION_KINDS } from '#platform/shared/notification-kinds.ts'
import { TASKS } from '#platform/shared/tasks.ts'

/** Filters of the list; `new` are accounts registered within the last week. */
export const USER_STATES = ['suspended', 'unconfirmed', 'unreachable', 'beta', 'new'] as const
export type UserState = (typeof USER_STATES)[number]

/** Sort orders of the list; a minus means descending. */
export const USER_SORTS = [
  '-created_at',
  'created_at',
  'name',
  '-name',
  '-last_seen',
  'last_seen',
] as const
export type UserSort = (typeof USER_SORTS)[number]

/** Links that the staff can send to a member who cannot log in. */
export const SENT_LINKS = ['login', 'password'] as const
export type SentLink = (typeof SENT_LINKS)[number]

/** What merging two accounts moves or ends, in display order. */
export const MERGE_SHARES = [
  'letterbox',
  'stickers',
  'household',
  'conversations',
  'orders',
  'membership',
  'wishes',
  'reports',
  'feedback',
  'blocks',
  'passkeys',
  'linked_accounts',
  'second_factor',
  'password',
  'sessions',
] as const

/** Why two accounts cannot be merged. */
export const MERGE_REFUSALS = [
  /** One of the two belongs to the staff. */
  'staff',
  /** One of the two is suspended. */
  'suspended',
  /** The remaining account has no confirmed address. */
  'unconfirmed',
  /** They are the two sides of a conversation. */
  'same_loan',
  /** Both lend the same thing on the same day. */
  'lent_twice',
  /** The letterbox that would end has other household members. */
  'household',
] as const

/** An account in the list of the back office. */
const adminUserRowSchema = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  /** Null for an account that was imported without an address. */
  email: z.string().nullable(),
  email_confirmed: z.boolean(),
  tasks: z.array(z.enum(TASKS)),
  beta_tester: z.boolean(),
  suspended: z.boolean(),
  /** From the own letterbox; null without one. */
  postcode: z.string().nullable(),
  city: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** The day in the community's time zone. */
  /** Null if the owner has never been here, because the account was entered by someone else. */
  last_seen: z.iso.date().nullable(),
})
export type AdminUserRow = z.infer<typeof adminUserRowSchema>

/** Requests of one side by how far they came. */
const sideCountSchema = z.object({
  asked: z.int(),
  /** Promised or out. */
  running: z.int(),
  returned: z.int(),
  /** Declined, withdrawn or expired. */
  ended: z.int(),
})

/**
 * What support needs to help a member, and nothing more: no messages, no contacts or blocks, no address but the e-mail
 * address.
 */
export const adminUserSchema = adminUserRowSchema.extend({
  /** Counts the changes by the staff. A change sends the version it was based on. */
  version: z.int(),
  /** The new address, until it is confirmed. */
  new_email: z.string().nullable(),
  lang: z.enum(LANGUAGES),
  suspended_at: z.iso.datetime().nullable(),
  /** As sent to the member. */
  suspended_reason: z.string().nullable(),
  /** The letterbox they own, or manage as a member of a household. */
  letterbox_id: z.uuid().nullable(),
  /** How many others manage the letterbox; null without a letterbox. */
  household: z.object({ owner: z.boolean(), others: z.int() }).nullable(),
  has_password: z.boolean(),
  has_passkeys: z.boolean(),
  /** True if a login also needs the code of an app. */
  has_second_factor: z.boolean(),
  notifications: notificationSettingsSchema,
  /** Orders of the account, or with its e-mail address. */
  orders: z.int(),
  membership_until: z.iso.datetime().nullable(),
  /** Counts of lending and borrowing; the staff does not see the messages. */
  loans: z.object({ lent: sideCountSchema, borrowed: sideCountSchema }),
  /** What the account itself wrote to the staff. */
  reports_made: z.int(),
  feedback: z.int(),
  wishes: z.int(),
  /** Reports by others about messages of the account. */
  reported_messages: z.object({ all: z.int(), open: z.int() }),
  /** Open reports about the own letterbox. */
  open_reports: z.int(),
  /** When the mail server began to refuse the address, and its code; null if mails are not refused. */
  email_refused: z.object({ code: z.string(), at: z.iso.datetime() }).nullable(),
  /** Outcomes of the mails of the last two weeks, newest first. Never their contents. */
  mails: z.array(
    z.object({
      /** Null: about the account or an order. */
      kind: z.enum([...NOTIFICATION_KINDS, ...MAILING_TOPICS, 'digest']).nullable(),
      at: z.iso.datetime(),
      outcome: z.enum(['queued', ...MAIL_OUTCOMES]),
      code: z.string().nullable(),
    }),
  ),
  /** What the staff did with the account, newest first, without mere reading. */
  acts: z.array(auditEntrySchema),
})
export type AdminUser = z.infer<typeof adminUserSchema>

/** What merging would do. */
const mergePreviewSchema = z.object({
  /** `into` stays, `from` is deleted. */
  into: adminUserRowSchema,
  from: adminUserRowSchema,
  /** Null: they can be merged. */
  refusal: z.enum(MERGE_REFUSALS).nullable(),
  /** Only counts above zero. */
  shares: z.array(
    z.object({ what: z.enum(MERGE_SHARES), moves: z.int().min(0), ends: z.int().min(0) }),
  ),
  /** Fingerprint of the preview. The client sends it back, so that exactly what was shown is done. */
  seen: z.string(),
})
export type MergePreview = z.infer<typeof mergePreviewSchema>

/** A loan that is out or promised. The staff needs it to ask for the item back once the account is gone. */
const runningLoanSchema = z.object({
  id: z.uuid(),
  /** The account lends it; otherwise it borrows it. */
  lends: z.boolean(),
  /** The item was handed over; otherwise it is promised. */
  is_out: z.boolean(),
  item: z.object({ name_de: z.string(), name_en: z.string(), name_fr: z.string() }),
  /** Name of the other side; empty if that account is gone. */
  with: z.string(),
  /** Day of the hand-over, while it is promised. */
  handover_at: z.iso.datetime().nullable(),
  /** Due day, `2026-11-21`. */
  return_by: z.string().nullable(),
})
export type RunningLoan = z.infer<typeof runningLoanSchema>

const idSchema = z.object({ id: z.uuid(VALIDATION.invalid) })
/** The account and the version that was read. The server rejects the call if the account has changed since. */
const changeSchema = idSchema.extend({
  version: readVersionSchema,
})

/** Returns the changed account. */
const change = {
  method: 'POST',
  access: 'back_office',
  status: 200,
  answer: adminUserSchema,
} as const

export const adminUsersApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/users',
    summary:
      'Lists all accounts; `search` looks into names, e-mail addresses and the address of the letterbox',
    access: 'back_office',
    query: adminListSchema.extend({
      /** Accounts that have the task, by role or individually. */
      task: z.enum(TASKS).optional(),
      state: z.enum(USER_STATES).optional(),
      sort: z.enum(USER_SORTS).default('-created_at'),
    }),
    status: 200,
    answer: adminListAnswer(adminUserRowSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/users/byId',
    summary:
      'Returns what support needs to know of an account; the access is logged once a session',
    access: 'back_office',
    query: idSchema,
    status: 200,
    answer: adminUserSchema,
    errors: ['not_found'],
  },
  resendConfirmation: {
    ...change,
    path: '/admin/users/resendConfirmation',
    summary: 'Mails the confirmation link again, as often as the owner of the account may',
    body: idSchema,
    errors: ['validation', 'not_found', 'already_confirmed', 'rate_limited'],
  },
  sendLink: {
    ...change,
    path: '/admin/users/sendLink',
    summary:
      'Mails a member who asked for help a link that logs in once, valid for 30 minutes, or one to choose a new password; 403 if mails do not reach a confirmed address or the account is suspended',
    body: idSchema.extend({ link: z.enum(SENT_LINKS, VALIDATION.invalid) }),
    errors: ['validation', 'not_found', 'email_not_confirmed', 'account_suspended', 'rate_limited'],
  },
  correctEmail: {
    ...change,
    path: '/admin/users/correctEmail',
    freshProof: true,
    summary:
      'Corrects a mistyped e-mail address: a confirmed one stays until the new one is confirmed, any other is replaced at once; a mail goes to both',
    body: changeSchema.extend({ email: emailSchema }),
    errors: [
      'validation',
      'not_found',
      'changed_meanwhile',
      'own_account',
      'is_admin',
      'rate_limited',
    ],
  },
  exportData: {
    method: 'POST',
    path: '/admin/users/exportData',
    summary:
      'Returns a file with everything stored about a member, to be handed to them; a mail notifies them, so their address has to receive mail',
    access: 'back_office',
    freshProof: true,
    heavy: true,
    body: idSchema,
    status: 200,
    answer: accountDataSchema,
    errors: ['validation', 'not_found', 'email_not_confirmed', 'rate_limited'],
  },
  endSessions: {
    ...change,
    path: '/admin/users/endSessions',
    summary:
      'Logs a member out on all devices, ends their push subscriptions and the login links in their mails, and notifies them by mail',
    body: changeSchema,
    errors: ['validation', 'not_found', 'changed_meanwhile', 'own_account'],
  },
  resetSecondFactor: {
    ...change,
    path: '/admin/users/resetSecondFactor',
    freshProof: true,
    summary:
      'Removes the second factor and all passkeys of a member who has lost them, ends all sessions, and notifies them by mail',
    body: changeSchema,
    errors: ['validation', 'not_found', 'changed_meanwhile', 'own_account'],
  },
  suspend: {
    ...change,
    path: '/admin/users/suspend',
    freshProof: true,
    summary:
      'Suspends a member and hides their letterbox, with a mail that says why; their requests and promises end',
    body: changeSchema.extend({
      reason: plainTextSchema({
        max: MEASURE_REASON_MAX_LENGTH,
        tooLong: VALIDATION.tooLong,
        missing: VALIDATION.message,
        invalid: VALIDATION.invalid,
      }),
      /** Ground of the decision. */
      ground: z.enum(DECISION_GROUNDS, VALIDATION.invalid).default('terms'),
    }),
    errors: ['validation', 'not_found', 'changed_meanwhile', 'own_account', 'is_admin'],
  },
  restore: {
    ...change,
    path: '/admin/users/restore',
    freshProof: true,
    summary: 'Lifts the suspension of a member, with a mail',
    body: changeSchema,
    errors: ['validation', 'not_found', 'changed_meanwhile'],
  },
  setBetaTester: {
    ...change,
    path: '/admin/users/setBetaTester',
    summary: 'Sets whether a member tries features that are not open to everyone yet',
    body: changeSchema.extend({ beta_tester: z.boolean(VALIDATION.invalid) }),
    errors: ['validation', 'not_found', 'changed_meanwhile'],
  },
  running: {
    method: 'GET',
    path: '/admin/users/running',
    summary:
      'Lists what a member lends, borrows or has promised, and with whom, before the account is deleted; the access is logged once a session',
    access: 'back_office',
    query: idSchema,
    status: 200,
    answer: z.object({ loans: z.array(runningLoanSchema) }),
    errors: ['not_found'],
  },
  mergePreview: {
    method: 'GET',
    path: '/admin/users/mergePreview',
    summary:
      'Returns what would move and what would end if account `from` were merged into account `id`',
    access: 'back_office',
    query: idSchema.extend({ from: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: mergePreviewSchema,
    errors: ['not_found', 'own_account'],
  },
  merge: {
    ...change,
    path: '/admin/users/merge',
    freshProof: true,
    summary:
      'Merges two accounts of one person: moves what `from` has to the account `id`, deletes `from`, and notifies both addresses. Refused if the preview has changed since or does not allow it',
    body: idSchema.extend({
      from: z.uuid(VALIDATION.invalid),
      seen: z.string(VALIDATION.invalid).max(100, VALIDATION.invalid),
    }),
    errors: ['validation', 'not_found', 'changed_meanwhile', 'conflict', 'own_account'],
  },
  remove: {
    method: 'POST',
    path: '/admin/users/remove',
    summary:
      'Deletes an account as its owner would, with the same mail; without a mail if its owner has died',
    access: 'back_office',
    freshProof: true,
    body: changeSchema.extend({ without_mail: z.boolean().default(false) }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found', 'changed_meanwhile', 'own_account', 'is_admin', 'conflict'],
  },
})

/** Security events of members, for the staff who help them. */
export const userSecurityEventsApi = defineEndpoints({
  ofUser: {
    method: 'GET',
    path: '/admin/securityEvents',
    summary:
      'Lists the security events of a member who asked for help, newest first; the access is logged once a session',
    access: 'back_office',
    query: securityEventsPageSchema.extend({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: securityEventsSchema,
    errors: ['not_found'],
  },
})
