import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ITEM_CATEGORIES } from './item-categories.ts'

/** Id of an item in a call; its column is a `smallint`. */
export const itemIdSchema = z
  .int(VALIDATION.item)
  .min(1, VALIDATION.item)
  .max(32_767, VALIDATION.item)

export const itemCategorySchema = z.enum(ITEM_CATEGORIES)

/** A household item and its sticker. `image_path` is relative to `/img/stickers/`. */
export const itemSchema = z.object({
  id: z.int(),
  name: z.string(),
  name_de: z.string(),
  name_en: z.string(),
  name_fr: z.string(),
  name_it: z.string(),
  image_path: z.string(),
  category: itemCategorySchema,
  synonyms: z.array(z.string()),
  active: z.boolean(),
  sticker: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Item = z.infer<typeof itemSchema>

/** The fields of an item that letterboxes return. */
export const itemRefSchema = itemSchema.pick({ id: true, image_path: true })
export type ItemRef = z.infer<typeof itemRefSchema>

export const itemsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/items',
    openData: true,
    summary:
      'Lists the items that can be chosen, in the order in which they are offered, and the inactive ones that a letterbox still has',
    access: 'public',
    status: 200,
    answer: z.array(itemSchema),
    errors: [],
  },
})

/** Whether a letterbox must have one of several stickers, or all of them. */
export const stickerMatchSchema = z.enum(['any', 'all'])
export type StickerMatch = z.infer<typeof stickerMatchSchema>
