/** How wide and how high a sticker is, its white edge included, in millimetres. */
export const STICKER_MM = 45

/** What a page of A4 has room for. */
export const SHEET_COLUMNS = 4
export const SHEET_ROWS = 4

/** Of each sticker. */
export const COPIES = [1, 2, 3, 4, 5] as const
export type Copies = (typeof COPIES)[number]

export const pagesFor = (stickers: number): number =>
  Math.ceil(stickers / (SHEET_COLUMNS * SHEET_ROWS))
