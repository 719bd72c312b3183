/** Has no schemas, so that screens without any can import it: see docs/decisions/0012-start-page.md. */

/** In characters. */
export const THANKS_MAX_LENGTH = 300
/** How long the person who marked a thing as handed over or returned can undo that. */
export const UNDO_MINUTES = 10
