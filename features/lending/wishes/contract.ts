import { z } from 'zod'
import { waitsApi } from '#features/lending/waits/contract.ts'
import { itemIdSchema } from '#features/places/items/contract.ts'
import { letterboxLocationSchema } from '#features/places/letterboxes/contract.ts'
import { captchaFieldSchema } from '#platform/shared/captcha.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { sentLanguageSchema } from '#platform/shared/language-schema.ts'
import { tokenSchema } from '#platform/shared/mailed-token.ts'

/** The radius of a wish around its spot, in metres. */
export const WISH_RADII = [1_000, 5_000, 20_000, 50_000] as const
/** How many wishes one account or one address can have at a time. */
export const MAX_WISHES = 20
/** Wishes for an item are shown only if at least this many people share them. */
export const MIN_WISHED = 3

const wishPlaceSchema = z.object({
  item_id: itemIdSchema,
  latitude: letterboxLocationSchema.shape.latitude,
  longitude: letterboxLocationSchema.shape.longitude,
  radius: z.literal(WISH_RADII, VALIDATION.invalid),
})

/** The address in a visitor's form. */
export const wishEmailSchema = z.object({ email: emailSchema })

export const newWishSchema = wishPlaceSchema.extend({
  lang: sentLanguageSchema,
  /** For a visitor; members are mailed at their account's address. */
  email: emailSchema.optional(),
  captcha: captchaFieldSchema,
})

/** "Tell me when a neighbour lends this." */
export const wishSchema = wishPlaceSchema.extend({
  id: z.uuid(),
  /** Name of the nearest town or village; null if none is near. */
  place: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type Wish = z.infer<typeof wishSchema>

/** What a link in a mail reveals about its wish. */
export const linkedWishSchema = wishSchema.omit({ id: true })
export type LinkedWish = z.infer<typeof linkedWishSchema>

const linkBody = z.object({ token: tokenSchema })

export const wishesApi = defineEndpoints({
  create: {
    method: 'POST',
    path: '/wishes/create',
    summary:
      'Creates a wish: notifies of new letterboxes that lend an item. Visitors get a mail to confirm it; the answer is the same for every address',
    access: 'optional',
    body: newWishSchema,
    status: 201,
    answer: z.object({ status: z.enum(['saved', 'confirmation_sent']) }),
    errors: [
      'validation',
      'email_not_confirmed',
      'captcha_required',
      'captcha_invalid',
      'too_many_wishes',
    ],
  },
  list: {
    method: 'GET',
    path: '/wishes',
    summary: "Lists the caller's wishes, newest first",
    access: 'user',
    status: 200,
    answer: z.array(wishSchema),
    errors: [],
  },
  remove: {
    method: 'POST',
    path: '/wishes/remove',
    whileWaiting: true,
    summary: "Deletes one of the caller's wishes",
    access: 'user',
    body: z.object({ id: z.uuid() }),
    status: 204,
    answer: null,
    errors: ['not_found'],
  },
  confirm: {
    method: 'POST',
    path: '/wishes/confirm',
    summary: 'Confirms the wish of a visitor with the link of the mail; repeating it is harmless',
    access: 'public',
    body: linkBody,
    status: 200,
    answer: linkedWishSchema,
    errors: ['invalid_token', 'too_many_wishes'],
  },
  end: {
    method: 'POST',
    path: '/wishes/end',
    summary: 'Ends a wish with the link of one of its mails: found, or no longer wanted',
    access: 'public',
    body: linkBody,
    status: 200,
    answer: linkedWishSchema,
    errors: ['invalid_token'],
  },
  askLater: {
    method: 'POST',
    path: '/wishes/askLater',
    summary: 'The same as `POST /waits/join`, for pages of version 1.0',
    access: 'user',
    body: waitsApi.join.body,
    status: 204,
    answer: null,
    errors: waitsApi.join.errors,
  },
  nearby: {
    method: 'GET',
    path: '/wishes/nearby',
    summary: `Lists items that at least ${MIN_WISHED} people around the caller's letterbox wish for, most wished first`,
    access: 'user',
    status: 200,
    answer: z.array(z.object({ item_id: z.int(), count: z.int() })),
    errors: [],
  },
})
