/** The largest picture that is taken for a sticker. */
export const ARTWORK_MAX_BYTES = 1024 * 1024

/** Why a picture is not taken: no SVG and no PNG, too large, or nothing to be seen on it. */
export const ARTWORK_REFUSALS = ['unreadable', 'tooLarge', 'empty'] as const
export type ArtworkRefusal = (typeof ARTWORK_REFUSALS)[number]
