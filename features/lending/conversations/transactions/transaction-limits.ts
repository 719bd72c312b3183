/** Has no schemas, so that screens without any can import it: see docs/decisions/0012-start-page.md. */

/** In characters. */
export const MESSAGE_MAX_LENGTH = 800
/** Messages of each transaction in a list; `before` pages back to older ones. */
export const MESSAGES_PER_TRANSACTION = 50
/** Transactions in one response; `before` pages back to older ones. */
export const TRANSACTIONS_PER_PAGE = 100
/** A loan that is noted afterwards may have begun at most this many days ago. */
export const NOTED_MAX_DAYS = 60
/** How many days a yes without a return day reserves the thing. */
export const OPEN_LOAN_DAYS = 14
