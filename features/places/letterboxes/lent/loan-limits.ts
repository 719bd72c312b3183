/** Has no schemas, so that screens without any can import it: see docs/decisions/0012-start-page.md. */

/** Days that a loan may last, and days ahead that it may begin: a limit against typing errors. */
export const LOAN_MAX_DAYS = 365
