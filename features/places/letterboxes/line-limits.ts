/** Maximum length of a sticker's line in code points. */
export const ITEM_LINE_MAX_LENGTH = 80
/** Shorter search texts do not search the lines. */
export const LINE_SEARCH_MIN_LENGTH = 3
