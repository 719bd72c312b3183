/** Maximum size of a sticker's picture. */
export const ARTWORK_MAX_BYTES = 1024 * 1024

/** Why a picture was rejected: neither SVG nor PNG, too large, or nothing visible on it. */
export const ARTWORK_REFUSALS = ['unreadable', 'tooLarge', 'empty'] as const
export type ArtworkRefusal = (typeof ARTWORK_REFUSALS)[number]
