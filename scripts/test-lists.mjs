// @ts-check
// Which tests run where: docs/decisions/0043-what-runs-where.md.

/** Slow tests that rarely fail: CI always runs them, `npm test` leaves them out. */
export const SLOW_TESTS = [
  // Hundreds of calls each: every call in every role.
  'app/server/security/access.test.ts',
  'app/server/security/conversation-sessions.test.ts',
  'app/server/security/conversations.test.ts',
  'app/server/security/exact-headers.test.ts',
  'app/server/security/half-sessions.test.ts',
  'app/server/security/links.test.ts',
  'app/server/security/logs.test.ts',
  'app/server/security/lone-surrogates.test.ts',
  'app/server/security/suspended.test.ts',
  // Start servers or commands, or create whole databases.
  'app/server/demo/demo.test.ts',
  'app/server/start.test.ts',
  'commands/admin-command.test.ts',
  'commands/import-command.test.ts',
  'features/community/operations/backups/server/backups.test.ts',
  'platform/server/backup/backup.test.ts',
  'platform/server/db/data-dir-lock.test.ts',
  'platform/server/db/newer-schema.test.ts',
  'scripts/browser.test.ts',
  'scripts/run-within.test.ts',
  // Large amounts of data: letterboxes, places, prices, concurrent requests, pages of documents.
  'features/places/geocoding/server/offline.test.ts',
  'features/places/letterboxes/map-index/server/letterbox-index.test.ts',
  'features/community/imports/server/imports.routes.test.ts',
  'features/shop/orders/papers/server/papers.test.ts',
  'features/shop/orders/products/pricing.test.ts',
  'features/places/letterboxes/sticker-sheet/server/sticker-sheet.test.ts',
  'platform/server/http/watching/load.test.ts',
  'scripts/geodata/geodata.test.ts',
  'scripts/street-map/street-map.test.ts',
  // Simulate another party: a bank, a payment service, a device, an attacker guessing passwords.
  'features/people/accounts/server/login.test.ts',
  'features/shop/orders/bank-statements/server/bank-statements.test.ts',
  'features/shop/orders/bank-statements/server/unmatched.test.ts',
  'features/people/sign-in/passkeys/server/passkeys.test.ts',
  'features/people/sign-in/identity-providers/server/identity-providers.test.ts',
  'features/people/sign-in/identity-providers/server/lying-providers.test.ts',
  'features/shop/payments/server/paypal.test.ts',
  'features/shop/payments/server/refunds.test.ts',
  'features/people/sign-in/second-factors/server/second-factors.test.ts',
  'features/shop/payments/server/stripe.test.ts',
  'platform/server/identity/captcha/captcha.test.ts',
  'platform/server/identity/passwords.test.ts',
  // Everything that leads to a mail, a deadline or an end, step by step.
  'features/people/accounts/server/own-account/account-removal.test.ts',
  'features/shop/memberships/server/memberships.test.ts',
  'features/shop/orders/server/order-mails.test.ts',
  'features/shop/orders/server/admin/orders.test.ts',
  'features/lending/loans/server/loans.mails.test.ts',
  'features/lending/loans/server/calendar-file.test.ts',
  'features/lending/conversations/messages/server/messages.mails.test.ts',
  'features/lending/loans/server/upkeep.test.ts',
]

/**
 * In CI all API tests run on PostgreSQL. These also run on the embedded database: tests that depend on the kind of
 * database, and the main calls of the most frequent tasks.
 */
export const EMBEDDED_AS_WELL = [
  'app/server/app.test.ts',
  'app/server/cleaning.test.ts',
  'app/server/demo/',
  'app/server/failures.test.ts',
  'app/server/keeping.test.ts',
  'app/server/questions-per-call.test.ts',
  'app/server/start-message.test.ts',
  'app/server/start.test.ts',
  'app/server/tables.test.ts',
  'commands/',
  'features/people/accounts/server/accounts.test.ts',
  'features/lending/conversations/events/server/events.test.ts',
  'features/lending/household/server/household.test.ts',
  'features/community/imports/server/imports.routes.test.ts',
  'features/places/items/server/catalogue.test.ts',
  'features/places/letterboxes/server/',
  'features/lending/loans/server/loans.test.ts',
  'features/people/notifications/server/notifications.test.ts',
  'features/shop/orders/server/orders.test.ts',
  'features/community/statistics/overview/server/',
  'features/shop/payments/server/payments.test.ts',
  'features/lending/conversations/requests/server/',
  'features/lending/conversations/transactions/server/transactions.test.ts',
  'platform/server/backup/',
  'platform/server/db/',
  'platform/server/http/watching/metrics.test.ts',
  'platform/server/jobs/',
]

/** Read all files instead of importing them, so any change may break them. */
export const READING_TESTS = [
  'app/vite/texts.test.ts',
  'scripts/boundaries.test.ts',
  'scripts/documents.test.ts',
  'scripts/wording.test.ts',
]
