import type { StickerMatch } from '#features/places/items/contract.ts'

/** Letterboxes that lend any, or all, of these items. */
export interface StickerSelection {
  stickerIds: readonly number[]
  match: StickerMatch
}

/** Days on which a thing has to be free, the last one included: `2026-12-05`. */
export interface FreeDays {
  from: string
  until: string
  /** Shows what is taken then as well, marked. */
  withTaken?: boolean | undefined
}

/** For calls that count or search: with what is taken, the days do not matter to them. */
export const freeQuery = (free: FreeDays | null | undefined) =>
  free && !free.withTaken ? { free_from: free.from, free_until: free.until } : {}

/** For calls that mark what is taken. */
export const daysQuery = (free: FreeDays | null | undefined) =>
  free?.withTaken
    ? { free_from: free.from, free_until: free.until, with_taken: 'true' as const }
    : freeQuery(free)

/** Query parameters of a selection, independent of the order in which the stickers were picked. */
export function stickerQuery({ stickerIds, match }: StickerSelection) {
  if (stickerIds.length === 0) return {}
  if (stickerIds.length === 1) return { sticker_id: String(stickerIds[0]) }
  return { sticker_ids: [...stickerIds].sort((a, b) => a - b).join(), match }
}
