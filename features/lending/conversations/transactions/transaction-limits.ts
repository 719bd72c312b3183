/** Without schemas, for the screens that load none: see docs/decisions/0012-start-page.md. */

/** In characters. */
export const MESSAGE_MAX_LENGTH = 800
/** Messages of each transaction in a list; older ones are asked for with `before`. */
export const MESSAGES_PER_TRANSACTION = 50
/** Transactions in one answer; older ones are asked for with `before`. */
export const TRANSACTIONS_PER_PAGE = 100
/** Days a loan may last, and days ahead it may begin: nobody lends for longer by mistake. */
export const LOAN_MAX_DAYS = 365
/** How many days ago at most a loan began that is noted afterwards. */
export const NOTED_MAX_DAYS = 60
/** For how many days a yes without a day for the return reserves the thing. */
export const OPEN_LOAN_DAYS = 14
