import type { StickerMatch } from '#features/places/items/contract.ts'

/** Letterboxes that lend these: any one of several, or all of them. */
export interface StickerSelection {
  stickerIds: readonly number[]
  match: StickerMatch
}

/**
 * The parameters of a selection; they are the same whatever the order in which the stickers were picked.
 */
export function stickerQuery({ stickerIds, match }: StickerSelection) {
  if (stickerIds.length === 0) return {}
  if (stickerIds.length === 1) return { sticker_id: String(stickerIds[0]) }
  return { sticker_ids: [...stickerIds].sort((a, b) => a - b).join(), match }
}
