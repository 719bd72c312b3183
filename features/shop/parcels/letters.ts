/** Bounds of letters, which both sides keep. */

/** Letters of one batch: what one file holds, and an evening folds. */
export const LETTERS_MAX = 300
/** The community's own paragraph: some eight lines of a letter. */
export const LETTER_TEXT_MAX_LENGTH = 800
export const LETTER_LABEL_MAX_LENGTH = 200

/** Where the window of the envelope is: on the left as DIN 5008 has it, or on the right as in Switzerland. */
export const LETTER_WINDOWS = ['left', 'right'] as const
export type LetterWindow = (typeof LETTER_WINDOWS)[number]
