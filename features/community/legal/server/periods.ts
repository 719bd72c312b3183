/**
 * Retention periods named in the privacy notice, in days, each with its table in docs/keeping.md. One test compares
 * the two; app/server/keeping.test.ts compares that page with what the server does.
 */
export const NAMED_PERIODS = {
  sessionDays: { table: 'tokens', days: 365 },
  /** Default of `SECURITY_EVENT_DAYS`. */
  securityEventDays: { table: 'security_events', days: 180 },
  mailDays: { table: 'mail_outcomes', days: 14 },
  wishDays: { table: 'wishes', days: 365 },
  waitDays: { table: 'waits', days: 180 },
  reportDays: { table: 'cases', days: 182 },
  messageReportDays: { table: 'cases', days: 182 },
  unpaidOrderDays: { table: 'orders', days: 365 },
} as const

/** Years for which paid orders are kept; docs/keeping.md says so in a sentence. */
export const PAID_ORDER_YEARS = 11
