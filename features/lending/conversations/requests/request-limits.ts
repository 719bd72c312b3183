/** Has no schemas, so that screens without any can import it: see docs/decisions/0012-start-page.md. */

/** Letterboxes that one request may go to. */
export const ASK_MAX_LETTERBOXES = 5
