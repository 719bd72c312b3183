import type { StickerMatch } from '#features/places/items/contract.ts'

/** Letterboxes that lend any, or all, of these items. */
export interface StickerSelection {
  stickerIds: readonly number[]
  match: StickerMatch
}

/** Query parameters of a selection, independent of the order in which the stickers were picked. */
export function stickerQuery({ stickerIds, match }: StickerSelection) {
  if (stickerIds.length === 0) return {}
  if (stickerIds.length === 1) return { sticker_id: String(stickerIds[0]) }
  return { sticker_ids: [...stickerIds].sort((a, b) => a - b).join(), match }
}
