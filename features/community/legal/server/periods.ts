/**
 * How many days is kept what the privacy notice names, each with the table of docs/keeping.md that says the same: a test
 * compares the two, and another one (app/server/keeping.test.ts) compares that page with what the server does.
 */
export const NAMED_PERIODS = {
  sessionDays: { table: 'tokens', days: 365 },
  /** Where `SECURITY_EVENT_DAYS` says nothing else. */
  securityEventDays: { table: 'security_events', days: 180 },
  mailDays: { table: 'mail_outcomes', days: 14 },
  wishDays: { table: 'wishes', days: 365 },
  reportDays: { table: 'reports', days: 182 },
  messageReportDays: { table: 'message_reports', days: 182 },
  unpaidOrderDays: { table: 'orders', days: 365 },
} as const

/** Years for which paid orders are kept; docs/keeping.md says so in a sentence. */
export const PAID_ORDER_YEARS = 11
