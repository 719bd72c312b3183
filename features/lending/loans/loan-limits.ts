/** Without schemas, for the screens that load none: see docs/decisions/0012-start-page.md. */

/** In characters. */
export const THANKS_MAX_LENGTH = 300
/** For so long whoever said that a thing was handed over, or came back, can take that back. */
export const UNDO_MINUTES = 10
