/**
 * The tables as the queries see them. The SQL in `migrations/` is the truth, with every check,
 * trigger and cascade; a test compares the columns of both.
 */

export * from './schema/accounts.ts'
export * from './schema/audit.ts'
export * from './schema/community.ts'
export * from './schema/imports.ts'
export * from './schema/lending.ts'
export * from './schema/letterboxes.ts'
export * from './schema/notifications.ts'
export * from './schema/orders.ts'
