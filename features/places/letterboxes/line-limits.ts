/** How long the line of a sticker may be, in code points. */
export const ITEM_LINE_MAX_LENGTH = 80
/** With fewer letters no line is searched. */
export const LINE_SEARCH_MIN_LENGTH = 3
