/** Without schemas, for the screens that load none: see docs/decisions/0012-start-page.md. */

/** Letterboxes that one request may go to. */
export const ASK_MAX_LETTERBOXES = 5
