/** Without schemas, for the screens that load none: see docs/decisions/0012-start-page.md. */

/** Fewer than these are not told, so that nobody is recognised. */
export const FEWEST_TOLD = 5
/** Months that are told, the running one among them. */
export const IMPACT_MONTHS = 24
/** Months of which the most wanted and most lent items are counted, the running one among them. */
export const IMPACT_ITEM_MONTHS = 12
/** Items in each list. */
export const IMPACT_ITEMS = 10
