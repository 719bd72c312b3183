/** Width and height of a sticker in millimetres, including its white edge. */
export const STICKER_MM = 45

/** Stickers that fit on an A4 page. */
export const SHEET_COLUMNS = 4
export const SHEET_ROWS = 4

/** Choices for the number of copies of each sticker. */
export const COPIES = [1, 2, 3, 4, 5] as const
export type Copies = (typeof COPIES)[number]

export const pagesFor = (stickers: number): number =>
  Math.ceil(stickers / (SHEET_COLUMNS * SHEET_ROWS))
