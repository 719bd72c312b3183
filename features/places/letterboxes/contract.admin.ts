import { z } from 'zod'
import { postalAddressSchema } from '#features/people/accounts/name-and-address.ts'
import { auditEntrySchema } from '#features/people/audit/contract.admin.ts'
import { DECISION_GROUNDS } from '#features/people/decisions/decision-kinds.ts'
import { itemRefSchema } from '#features/places/items/contract.ts'
import { privacySchema } from '#features/places/letterboxes/privacy/contract.ts'
import { adminListAnswer, adminListSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import {
  letterboxItemSchema,
  letterboxItemsSchema,
  letterboxLocationSchema,
  ownLetterboxSchema,
} from './contract.ts'
import { REPORT_TYPES } from './report-types.ts'

export const HIDING_REASON_MAX_LENGTH = 1000

/** States to filter the list by. */
export const LETTERBOX_STATES = [
  'reported',
  'hidden',
  'unverified',
  'unplaced',
  'reseller',
  'supporter',
] as const
export type LetterboxState = (typeof LETTERBOX_STATES)[number]

/** Sort keys of the list; a minus reverses the order. */
export const LETTERBOX_SORTS = [
  '-created_at',
  'created_at',
  'city',
  '-city',
  'name',
  '-name',
] as const
export type LetterboxSort = (typeof LETTERBOX_SORTS)[number]

const adminLetterboxRowSchema = ownLetterboxSchema
  .pick({
    id: true,
    address: true,
    address_addition: true,
    postcode: true,
    city: true,
    country: true,
    latitude: true,
    longitude: true,
    role_name: true,
    active: true,
    enable_messaging: true,
    location_verified: true,
    created_at: true,
    hidden: true,
  })
  .extend({
    /** Whether the letterbox is public. */
    on_map: z.boolean(),
    /** The name of the owner. */
    name: z.string(),
    stickers: z.int(),
    open_reports: z.int(),
  })
export type AdminLetterboxRow = z.infer<typeof adminLetterboxRowSchema>

/** A report about a letterbox. Its author is shown only with the reports themselves. */
const reportAboutSchema = z.object({
  id: z.uuid(),
  type: z.enum(REPORT_TYPES.map(({ name }) => name)),
  title: z.string(),
  message: z.string(),
  created_at: z.iso.datetime(),
  open: z.boolean(),
})

export const adminLetterboxSchema = adminLetterboxRowSchema.extend({
  /** Number of changes to the letterbox; must be sent with each change. */
  version: z.int(),
  owner: z.object({
    id: z.uuid(),
    email: z.string().nullable(),
    email_confirmed: z.boolean(),
    lang: z.enum(LANGUAGES),
    suspended: z.boolean(),
    /** Null if the owner has never logged in because another person entered or imported the letterbox. */
    last_seen_at: z.iso.datetime().nullable(),
  }),
  /** Number of people who manage the letterbox, including the owner. */
  household: z.int(),
  items: z.array(itemRefSchema.extend({ line: letterboxItemSchema.shape.line })),
  privacy: privacySchema,
  holiday_until: ownLetterboxSchema.shape.holiday_until,
  silent: ownLetterboxSchema.shape.silent,
  gone: ownLetterboxSchema.shape.gone,
  address_verified: z.boolean(),
  items_confirmed_at: ownLetterboxSchema.shape.items_confirmed_at,
  reseller: z.boolean(),
  /** When the membership ends, and when the part of it that was a gift ends. */
  supporter_until: z.iso.datetime().nullable(),
  supporter_given_until: z.iso.date().nullable(),
  /** The newest first. */
  reports: z.array(reportAboutSchema),
  /** Actions of the back office on the letterbox, the newest first. */
  history: z.array(auditEntrySchema),
})
export type AdminLetterbox = z.infer<typeof adminLetterboxSchema>

/** The letterbox and the version that the client read. The change is rejected if the letterbox has changed since. */
const changeSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  version: readVersionSchema,
})

export const letterboxEditSchema = z.object({
  ...postalAddressSchema.shape,
  /** Null leaves the letterbox without a spot. An existing spot cannot be removed. */
  latitude: letterboxLocationSchema.shape.latitude.nullable(),
  longitude: letterboxLocationSchema.shape.longitude.nullable(),
  certain: letterboxLocationSchema.shape.certain,
  ...letterboxItemsSchema.shape,
  /** Stickers that stay but lose their line. */
  removed_lines: letterboxItemsSchema.shape.selected_items_id.default([]),
})

export const hidingSchema = z.object({
  /** The reason that the owner reads. */
  reason: plainTextSchema({
    max: HIDING_REASON_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing: VALIDATION.message,
    invalid: VALIDATION.message,
  }),
  /** The ground of the decision. */
  ground: z.enum(DECISION_GROUNDS, VALIDATION.invalid).default('terms'),
})

export const letterboxRoleSchema = z.object({
  reseller: z.boolean(VALIDATION.invalid),
  /** Last day of a membership given for free; null gives none. Paid time is not affected. */
  supporter_given_until: z.iso.date(VALIDATION.calendarDay).nullable(),
})

/** Every change returns the changed letterbox. */
const change = {
  method: 'POST',
  access: 'back_office',
  status: 200,
  answer: adminLetterboxSchema,
  errors: ['validation', 'not_found', 'changed_meanwhile'],
} as const

export const adminLetterboxesApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/letterboxes',
    summary:
      'Lists all letterboxes, hidden ones as well; `search` looks into the address, the lines of stickers, and name and e-mail address of the owner',
    access: 'back_office',
    query: adminListSchema.extend({
      state: z.enum(LETTERBOX_STATES).optional(),
      sort: z.enum(LETTERBOX_SORTS).default('-created_at'),
    }),
    status: 200,
    answer: adminListAnswer(adminLetterboxRowSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/letterboxes/byId',
    summary:
      'Returns a letterbox with its owner, the reports about it and what the staff did to it',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: adminLetterboxSchema,
    errors: ['not_found'],
  },
  update: {
    ...change,
    path: '/admin/letterboxes/update',
    summary: 'Corrects address, spot and stickers; a mail tells the owner what has changed',
    body: changeSchema.extend(letterboxEditSchema.shape),
  },
  hide: {
    ...change,
    path: '/admin/letterboxes/hide',
    summary: 'Hides a letterbox from everyone else; a mail tells the owner why',
    body: changeSchema.extend(hidingSchema.shape),
  },
  show: {
    ...change,
    path: '/admin/letterboxes/show',
    summary: 'Shows a hidden letterbox again and notifies the owner',
    body: changeSchema,
  },
  verify: {
    ...change,
    path: '/admin/letterboxes/verify',
    summary: 'Confirms that a letterbox stands where the map has it',
    body: changeSchema,
    errors: [...change.errors, 'conflict'],
  },
  unverify: {
    ...change,
    path: '/admin/letterboxes/unverify',
    summary: 'Marks the spot of a letterbox as to be checked again',
    body: changeSchema,
  },
  role: {
    ...change,
    path: '/admin/letterboxes/role',
    summary: 'Makes the owner a reseller, or a supporter until a day',
    access: 'back_office',
    body: changeSchema.extend(letterboxRoleSchema.shape),
  },
})
