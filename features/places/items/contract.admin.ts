import { z } from 'zod'
import { adminListAnswer, adminListSchema } from '#platform/shared/admin-lists.ts'
import { ARTWORK_MAX_BYTES } from '#platform/shared/artwork.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { itemCategorySchema, itemIdSchema, itemSchema } from './contract.ts'

export const ITEM_NAME_MAX_LENGTH = 60
const SYNONYMS_MAX = 60

/** Another item of the same language has this name. */
export const ITEM_NAME_TAKEN = 'nameTaken'

/** Sort keys of the list; a minus reverses the order. */
export const ITEM_SORTS = [
  'position',
  'name',
  '-name',
  'letterboxes',
  '-letterboxes',
  'requests',
  '-requests',
] as const
export type ItemSort = (typeof ITEM_SORTS)[number]

export const ITEM_STATES = ['active', 'inactive', 'merged'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** An item as administrators see it. */
export const adminItemSchema = itemSchema.extend({
  /** Number of changes to the item; must be sent with each change. */
  version: z.int(),
  /** Number of letterboxes that have the item, and of all requests for it so far. */
  letterboxes: z.int(),
  requests: z.int(),
  /** Whether its picture was uploaded. */
  uploaded: z.boolean(),
  /** The product's own picture for this item. */
  catalogue_image: z.string().nullable(),
  /** Id of the item that this one was merged into. */
  merged_into: z.int().nullable(),
})
export type AdminItem = z.infer<typeof adminItemSchema>

const queryItemIdSchema = queryIntSchema.pipe(itemIdSchema)

const wordSchema = (missing: string | null) =>
  plainTextSchema({
    max: ITEM_NAME_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing,
    invalid: VALIDATION.invalid,
  })
const nameSchema = wordSchema(VALIDATION.name)

/** The fields of an item that administrators write. */
export const itemContentSchema = z.object({
  name_de: nameSchema,
  name_en: nameSchema,
  name_fr: nameSchema,
  name_it: nameSchema,
  /** Synonyms in all languages together. */
  synonyms: z.array(wordSchema(VALIDATION.invalid)).max(SYNONYMS_MAX, VALIDATION.tooLong),
  category: itemCategorySchema,
  /** Whether the item has a sticker and can therefore be chosen. */
  sticker: z.boolean(),
  /**
   * Path of an uploaded picture. Null selects the picture that the program draws or ships; undefined keeps the current
   * one.
   */
  artwork: z
    .string()
    .regex(/^[0-9a-f]{32}\.(svg|png)$/, VALIDATION.invalid)
    .nullable()
    .optional(),
})
export type ItemContent = z.infer<typeof itemContentSchema>

/** The item and the version that the client read. The change is rejected if the item has changed since. */
const changeSchema = z.object({
  id: itemIdSchema,
  version: readVersionSchema,
})

/** Every change returns the changed item. */
const change = {
  method: 'POST',
  access: 'back_office',
  body: changeSchema,
  status: 200,
  answer: adminItemSchema,
  errors: ['validation', 'not_found', 'changed_meanwhile', 'conflict'],
} as const

/** Number of records that merging an item into another would move. */
const mergePreviewSchema = z.object({
  /** Letterboxes that have the item to be merged, and those that have both items. */
  letterboxes: z.int(),
  both: z.int(),
  requests: z.int(),
  /** Requests that are promised or handed out now. */
  running: z.int(),
  wishes: z.int(),
})
export type MergePreview = z.infer<typeof mergePreviewSchema>

export const adminItemsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/items',
    communityToken: true,
    summary:
      'Lists all items, in the order in which they are offered; `search` looks into names and synonyms',
    access: 'back_office',
    query: adminListSchema.extend({
      category: itemCategorySchema.optional(),
      /** Without a status: all items except merged ones. */
      status: z.enum(ITEM_STATES).optional(),
      sort: z.enum(ITEM_SORTS).default('position'),
    }),
    status: 200,
    answer: adminListAnswer(adminItemSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/items/byId',
    communityToken: true,
    summary: 'Returns one item, even if it was merged',
    access: 'back_office',
    query: z.object({ id: queryItemIdSchema }),
    status: 200,
    answer: adminItemSchema,
    errors: ['not_found'],
  },
  create: {
    method: 'POST',
    path: '/admin/items/create',
    summary: 'Adds an item, last in its category; without a picture it gets its initial as one',
    access: 'back_office',
    body: itemContentSchema,
    status: 201,
    answer: adminItemSchema,
    errors: ['validation'],
  },
  update: {
    ...change,
    path: '/admin/items/update',
    summary: 'Replaces names, synonyms, category and picture; a new version of the app keeps them',
    body: changeSchema.extend(itemContentSchema.shape),
  },
  activate: { ...change, path: '/admin/items/activate', summary: 'Offers an item again' },
  deactivate: {
    ...change,
    path: '/admin/items/deactivate',
    summary: 'Stops offering an item; letterboxes that have it keep it',
  },
  move: {
    ...change,
    path: '/admin/items/move',
    summary: 'Swaps an item with the one before or after it in its category',
    body: changeSchema.extend({ to: z.enum(['up', 'down'], VALIDATION.invalid) }),
  },
  mergePreview: {
    method: 'GET',
    path: '/admin/items/mergePreview',
    summary: 'Returns how much merging an item into another one would move',
    access: 'back_office',
    query: z.object({ id: queryItemIdSchema, into: queryItemIdSchema }),
    status: 200,
    answer: mergePreviewSchema,
    errors: ['not_found'],
  },
  merge: {
    ...change,
    path: '/admin/items/merge',
    summary:
      'Merges an item into another one, which takes over its letterboxes, requests, loans, wishes and search words; cannot be undone. Returns the other one',
    body: changeSchema.extend({ into: itemIdSchema }),
  },
  artwork: {
    method: 'POST',
    path: '/admin/items/artwork',
    summary:
      'Converts an SVG or a PNG to a sticker: an SVG keeps only its drawing, a PNG is encoded again. It is stored once an item uses it',
    access: 'back_office',
    // Base64 makes a file a third longer.
    maxBytes: Math.ceil(ARTWORK_MAX_BYTES * 1.4) + 1024,
    body: z.object({
      file: z.base64(VALIDATION.invalid).min(1, VALIDATION.invalid),
      category: itemCategorySchema,
    }),
    status: 200,
    answer: z.object({ image_path: z.string() }),
    errors: ['validation', 'payload_too_large', 'file_takes_too_long', 'busy'],
  },
})
