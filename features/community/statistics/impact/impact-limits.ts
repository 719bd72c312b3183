/** Has no schemas, for screens that load none: see docs/decisions/0012-start-page.md. */

/** Smaller numbers are hidden, so that no person can be recognised. */
export const FEWEST_TOLD = 5
/** Months shown, including the current one. */
export const IMPACT_MONTHS = 24
/** Months counted for the most requested and most lent items, including the current one. */
export const IMPACT_ITEM_MONTHS = 12
/** Items in each list. */
export const IMPACT_ITEMS = 10
