import { z } from 'zod'
import {
  firstnameSchema,
  lastnameSchema,
  postalAddressSchema,
} from '#features/people/accounts/name-and-address.ts'
import { itemIdSchema, itemRefSchema, stickerMatchSchema } from '#features/places/items/contract.ts'
import { privacySchema } from '#features/places/letterboxes/privacy/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import {
  cornerSchema,
  latitudeSchema,
  longitudeSchema,
  queryFlagSchema,
  queryIntSchema,
  queryNumberSchema,
} from '#platform/shared/geography.ts'
import {
  hasNoNul,
  isReadable,
  plainTextSchema,
  toOneLine,
} from '#platform/shared/input/plain-text.ts'
import { ANSWER_BANDS } from './answer-bands.ts'
import { LETTERBOX_KINDS } from './letterbox-kinds.ts'
import { MAX_LETTERBOX_OFFSET } from './letterbox-paging.ts'
import { ITEM_LINE_MAX_LENGTH, LINE_SEARCH_MIN_LENGTH } from './line-limits.ts'

export const roleNameSchema = z.enum(['reseller', 'supporter', 'normal'])
export type RoleName = z.infer<typeof roleNameSchema>

export const letterboxItemSchema = itemRefSchema.extend({
  /** False while all copies are lent today. The item can still be requested for other days. */
  available: z.boolean(),
  /** Whether a copy is free on all days from `free_from` to `free_until`; omitted for a query without days. */
  free: z.boolean().optional(),
  /** The owner's line about the item ("3 m, needs two people"), plain text; omitted if there is none. */
  line: z.string().optional(),
  /**
   * The last day on which all copies are agreed to be out. Null if a copy is at home, if the day is not known, and for
   * visitors.
   */
  lent_until: z.iso.date().nullable(),
})
export type LetterboxItem = z.infer<typeof letterboxItemSchema>

/** A sticker as shown to those who manage the letterbox. */
export const ownLetterboxItemSchema = letterboxItemSchema.extend({ copies: z.int() })
export type OwnLetterboxItem = z.infer<typeof ownLetterboxItemSchema>

/** Maximum number of copies of an item that a household can lend. */
export const MAX_COPIES = 9

export const letterboxKindSchema = z.enum(LETTERBOX_KINDS)

/** The public view. Names and e-mail are null unless the owner shows them. */
export const letterboxSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  address: z.string(),
  address_addition: z.string().nullable(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  role_name: roleNameSchema,
  /** Whether it accepts messages. False too if the owner is willing but cannot be notified yet. */
  enable_messaging: z.boolean(),
  takes_requests: z.boolean(),
  /** False if the owner is willing to be asked, but no mail and no device reaches the household yet. */
  reachable: z.boolean(),
  active: z.boolean(),
  location_verified: z.boolean(),
  /** Whether the address was proved by a parcel with a code. */
  address_verified: z.boolean(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  email: z.string().nullable(),
  items: z.array(letterboxItemSchema),
  answers: z.enum(ANSWER_BANDS),
  /** Mails to the owner bounce. Shown to members who could send a request; false for visitors. */
  hard_to_reach: z.boolean(),
  /** Whether the owner has not answered two requests for a sign of life. */
  silent: z.boolean(),
  /** Number of completed loans. */
  loans: z.int(),
  /** Metres from the query's position; null if the query has none. */
  distance: z.number().nullable(),
  /** The day on which the owner last confirmed the stickers; null if never. */
  items_confirmed_at: z.iso.date().nullable(),
  created_at: z.iso.datetime(),
  /**
   * Always true for others, who cannot see a hidden letterbox. Older servers send this and the next two fields only to
   * the owner.
   */
  show_on_map: z.boolean().optional(),
  beta_tester: z.boolean().optional(),
  /** The owner's privacy settings that others can notice anyway. */
  privacy: privacySchema.omit({ enable_notifications: true, takes_requests: true }).optional(),
})
export type Letterbox = z.infer<typeof letterboxSchema>

/** The owner's view. Coordinates are null until a spot was found or set. */
export const ownLetterboxSchema = letterboxSchema.extend({
  latitude: latitudeSchema.nullable(),
  longitude: longitudeSchema.nullable(),
  items: z.array(ownLetterboxItemSchema),
  show_on_map: z.boolean(),
  /** Last day of a holiday, during which others do not see the letterbox; null without a holiday. */
  holiday_until: z.iso.date().nullable(),
  /** Whether it was removed from the map for being silent too long. Any sign of life restores it. */
  gone: z.boolean(),
  /** When and why the community hid the letterbox; null if it is not hidden. */
  hidden: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  beta_tester: z.boolean(),
  /** Members of the household do not get the settings that concern only the owner. */
  privacy: privacySchema.partial({ enable_notifications: true }),
})
export type OwnLetterbox = z.infer<typeof ownLetterboxSchema>

export const listedLetterboxSchema = letterboxSchema.extend({
  /** Set if what was searched is taken on the days of the query; otherwise omitted. */
  taken: z.literal(true).optional(),
})
export type ListedLetterbox = z.infer<typeof listedLetterboxSchema>

export const letterboxListSchema = z.object({
  letterboxes: z.array(listedLetterboxSchema),
  total: z.int(),
})
export type LetterboxList = z.infer<typeof letterboxListSchema>

export const pinSchema = z.object({
  id: z.uuid(),
  latitude: z.number(),
  longitude: z.number(),
  kind: letterboxKindSchema,
  /** Set if the owner has not answered two requests for a sign of life; otherwise omitted. */
  silent: z.literal(true).optional(),
  /** Set if what was searched is taken on the days of the query; otherwise omitted. */
  taken: z.literal(true).optional(),
})
export type Pin = z.infer<typeof pinSchema>

export const clusterSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  count: z.int(),
})
export type Cluster = z.infer<typeof clusterSchema>

export const tileSchema = z.object({
  letterboxes: z.array(pinSchema),
  clusters: z.array(clusterSchema),
  total: z.int(),
})
export type Tile = z.infer<typeof tileSchema>

/** Number of letterboxes per sticker in a box; stickers without a letterbox are omitted. */
export const stickerCountsSchema = z.object({
  counts: z.array(z.object({ id: z.int(), count: z.int() })),
  total: z.int(),
})
export type StickerCounts = z.infer<typeof stickerCountsSchema>

/** Maximum number of stickers in one filter. */
const MAX_FILTER_STICKERS = 20

/** Tiles exist for zooms 0 to 21. */
export const MAX_TILE_ZOOM = 21
/** A tile with more letterboxes than this returns the cells of a 16x16 grid. */
export const MAX_TILE_PINS = 256
export const LETTERBOX_LIST_LIMIT = { default: 100, max: 500 } as const

const boxQuery = {
  north_east: cornerSchema,
  south_west: cornerSchema,
}
const BOX_ERRORS = { north_east: 'invalid_box', south_west: 'invalid_box' } as const
/** `1,5`: ids ascending, each once. */
const stickerIdsSchema = z
  .string()
  .regex(/^\d{1,5}(,\d{1,5})*$/)
  .transform((text) => [...new Set(text.split(',').map(Number))].sort((a, b) => a - b))
  .pipe(z.array(itemIdSchema).max(MAX_FILTER_STICKERS))
/** `match` defaults to `any`. A `sticker_id` in the same query is added to the stickers. */
const stickersQuery = {
  sticker_ids: stickerIdsSchema.optional(),
  match: stickerMatchSchema.optional(),
}
/**
 * Only what is free on all days from `free_from` to `free_until`, which is the same day if it is omitted. Days of the
 * community, today or later.
 */
const daysQuery = {
  free_from: z.iso.date().optional(),
  free_until: z.iso.date().optional(),
}
/** `with_taken`: also what is taken then, marked as `taken`. */
const markedDaysQuery = { ...daysQuery, with_taken: queryFlagSchema.optional() }
const listQuery = z.object({
  ...boxQuery,
  ...stickersQuery,
  ...markedDaysQuery,
  enable_messaging: queryFlagSchema.optional(),
  latitude: queryNumberSchema.pipe(latitudeSchema).optional(),
  longitude: queryNumberSchema.pipe(longitudeSchema).optional(),
  limit: queryIntSchema.pipe(z.int().min(1).max(LETTERBOX_LIST_LIMIT.max)).optional(),
  /** Number of nearest letterboxes to skip, for paging. */
  offset: queryIntSchema.pipe(z.int().max(MAX_LETTERBOX_OFFSET)).optional(),
  /**
   * Within a neighbourhood, ranks letterboxes first that can be asked, have the item at home and answer. Without it the
   * nearest come first.
   */
  prefer: z.enum(['answers']).optional(),
})

/** A public thank-you, without its author and its day. */
export const shownThanksSchema = z.object({
  text: z.string(),
  /** `2026-11`. */
  month: z.string(),
})
export type ShownThanks = z.infer<typeof shownThanksSchema>
/** Maximum number of thank-yous that a letterbox shows. */
export const THANKS_SHOWN = 5

/** The location of a letterbox, without data about its residents. */
export const letterboxPlaceSchema = letterboxSchema.pick({
  id: true,
  address: true,
  postcode: true,
  city: true,
  latitude: true,
  longitude: true,
})
export type LetterboxPlace = z.infer<typeof letterboxPlaceSchema>

export const letterboxAddressSchema = z.object({
  firstname: firstnameSchema,
  lastname: lastnameSchema,
  ...postalAddressSchema.shape,
})
export const letterboxLocationSchema = z.object({
  latitude: z
    .number(VALIDATION.location)
    .min(-90, VALIDATION.location)
    .max(90, VALIDATION.location),
  longitude: z
    .number(VALIDATION.location)
    .min(-180, VALIDATION.location)
    .max(180, VALIDATION.location),
  show_on_map: z.boolean().default(true),
  /** The sender saw only the simple map at the spot, so the spot is stored but not confirmed. */
  unseen: z.boolean(VALIDATION.invalid).default(false),
  /** The sender confirmed the spot although it does not fit the address. */
  certain: z.boolean(VALIDATION.invalid).default(false),
})
export const letterboxItemsSchema = z.object({
  selected_items_id: z.array(itemIdSchema, VALIDATION.item).max(500),
})

export const itemCopiesSchema = z.object({
  item_id: itemIdSchema,
  copies: z.int(VALIDATION.invalid).min(1, VALIDATION.invalid).max(MAX_COPIES, VALIDATION.invalid),
})

/** Line breaks become spaces; a blank line becomes null. */
export const lineSchema = z
  .string(VALIDATION.invalid)
  .refine(hasNoNul, VALIDATION.invalid)
  .overwrite(toOneLine)
  .pipe(
    plainTextSchema({
      max: ITEM_LINE_MAX_LENGTH,
      tooLong: VALIDATION.lineLength,
      missing: null,
      invalid: VALIDATION.invalid,
    }),
  )
  .transform((text) => (isReadable(text) ? text : null))

export const itemLineSchema = z.object({
  item_id: itemCopiesSchema.shape.item_id,
  line: lineSchema,
})

/** A sticker whose line matches a search. */
export const foundLineSchema = letterboxPlaceSchema.extend({
  item: itemRefSchema,
  line: z.string(),
})
export type FoundLine = z.infer<typeof foundLineSchema>

export const letterboxesApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/letterboxes',
    openData: true,
    summary: 'Lists letterboxes in a box, nearest first',
    access: 'optional',
    query: listQuery,
    queryErrors: BOX_ERRORS,
    status: 200,
    answer: letterboxListSchema,
    errors: ['invalid_box', 'validation'],
  },
  filterBySticker: {
    method: 'GET',
    path: '/letterboxes/filterLetterBoxesByStickerId',
    openData: true,
    summary: 'Lists letterboxes in a box that lend one item (0 for any), nearest first',
    access: 'optional',
    query: listQuery.extend({ sticker_id: queryIntSchema.default(0) }),
    queryErrors: BOX_ERRORS,
    status: 200,
    answer: letterboxListSchema,
    errors: ['invalid_box', 'validation'],
  },
  tile: {
    method: 'GET',
    path: '/letterboxes/tiles/:z/:x/:y',
    openData: true,
    summary: 'Returns pins and clusters of one web-mercator tile; counts are exact',
    access: 'public',
    params: z.object({ z: queryIntSchema, x: queryIntSchema, y: queryIntSchema }),
    paramsError: 'invalid_tile',
    query: z.object({
      sticker_id: queryIntSchema.optional(),
      ...stickersQuery,
      ...markedDaysQuery,
      enable_messaging: queryFlagSchema.optional(),
    }),
    status: 200,
    answer: tileSchema,
    errors: ['invalid_tile', 'validation'],
  },
  stickerCounts: {
    method: 'GET',
    path: '/letterboxes/stickerCounts',
    openData: true,
    summary: 'Returns how many letterboxes in a box have each sticker; counts are exact',
    access: 'public',
    query: z.object({ ...boxQuery, ...daysQuery, enable_messaging: queryFlagSchema.optional() }),
    queryErrors: BOX_ERRORS,
    status: 200,
    answer: stickerCountsSchema,
    errors: ['invalid_box', 'validation'],
  },
  byId: {
    method: 'GET',
    path: '/letterboxes/getLetterboxById',
    openData: true,
    summary: 'Returns one letterbox',
    access: 'optional',
    query: z.object({
      letterbox_id: z.uuid(),
      latitude: listQuery.shape.latitude,
      longitude: listQuery.shape.longitude,
      ...daysQuery,
    }),
    status: 200,
    answer: letterboxSchema,
    errors: ['not_found', 'validation'],
  },
  thanks: {
    method: 'GET',
    path: '/letterboxes/thanks',
    summary: 'Lists the newest public thank-yous to a letterbox',
    access: 'optional',
    query: z.object({ id: z.uuid() }),
    status: 200,
    answer: z.array(shownThanksSchema),
    errors: ['not_found'],
  },
  byAddress: {
    method: 'GET',
    path: '/letterboxes/byAddress',
    summary:
      'Lists the letterboxes at an address with a house number ("Langstrasse 94, Bern"), nearest first',
    access: 'optional',
    query: z.object({
      q: z.string().trim().min(2).max(100),
      latitude: listQuery.shape.latitude,
      longitude: listQuery.shape.longitude,
    }),
    status: 200,
    answer: z.array(letterboxPlaceSchema),
    errors: ['bad_request', 'rate_limited'],
  },
  byLine: {
    method: 'GET',
    path: '/letterboxes/byLine',
    summary: 'Lists stickers around a position whose line contains the words, nearest first',
    access: 'optional',
    query: z.object({
      q: z.string().trim().min(LINE_SEARCH_MIN_LENGTH).max(ITEM_LINE_MAX_LENGTH),
      latitude: queryNumberSchema.pipe(latitudeSchema),
      longitude: queryNumberSchema.pipe(longitudeSchema),
      ...daysQuery,
    }),
    status: 200,
    answer: z.array(foundLineSchema),
    errors: ['bad_request', 'rate_limited', 'validation'],
  },
  resellers: {
    method: 'GET',
    path: '/letterboxes/resellers',
    summary: 'Lists resellers in a box, with their public contact address',
    access: 'optional',
    query: z.object(boxQuery),
    queryErrors: BOX_ERRORS,
    status: 200,
    answer: letterboxListSchema,
    errors: ['invalid_box'],
  },
  updateAddress: {
    method: 'POST',
    path: '/letterboxes/updateLetterboxAddress',
    whileWaiting: true,
    summary:
      "Changes the owner's name and the address. With a changed address the letterbox moves to where that was found, or leaves the map, until its spot is confirmed again",
    access: 'user',
    body: letterboxAddressSchema,
    status: 200,
    answer: ownLetterboxSchema,
    errors: ['validation'],
  },
  updateLocation: {
    method: 'POST',
    path: '/letterboxes/updateLetterboxLocation',
    whileWaiting: true,
    summary:
      'Moves the letterbox to a spot that the owner has confirmed, unless they could not see it. Without `certain`, a spot that cannot belong to the address is refused',
    access: 'user',
    body: letterboxLocationSchema,
    status: 200,
    answer: ownLetterboxSchema,
    errors: ['validation', 'conflict'],
  },
  updateItems: {
    method: 'POST',
    path: '/letterboxes/updateLetterboxItems',
    whileWaiting: true,
    summary: "Replaces the stickers of the caller's letterbox",
    access: 'user',
    body: letterboxItemsSchema,
    status: 200,
    answer: ownLetterboxSchema,
    errors: ['validation', 'conflict'],
  },
  updateItemCopies: {
    method: 'POST',
    path: '/letterboxes/updateItemCopies',
    whileWaiting: true,
    summary: "Changes how many copies of an item the caller's letterbox has to lend",
    access: 'user',
    body: itemCopiesSchema,
    status: 200,
    answer: ownLetterboxSchema,
    errors: ['validation', 'conflict'],
  },
  updateItemLine: {
    method: 'POST',
    path: '/letterboxes/updateItemLine',
    whileWaiting: true,
    summary:
      "Changes the line about an item of the caller's letterbox; an empty one removes it. Links, phone numbers and payment details are refused",
    access: 'user',
    body: itemLineSchema,
    status: 200,
    answer: ownLetterboxSchema,
    errors: ['validation', 'conflict'],
  },
})
