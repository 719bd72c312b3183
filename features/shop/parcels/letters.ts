/** Limits of letters, used by server and web. */

/** Letters per batch: what one file can hold, and what can be folded in an evening. */
export const LETTERS_MAX = 300
/** The community's own paragraph: about eight lines of a letter. */
export const LETTER_TEXT_MAX_LENGTH = 800
export const LETTER_LABEL_MAX_LENGTH = 200

/** Position of the envelope's window: left (DIN 5008) or right (Switzerland). */
export const LETTER_WINDOWS = ['left', 'right'] as const
export type LetterWindow = (typeof LETTER_WINDOWS)[number]
