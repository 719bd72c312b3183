/** What people are told of; mails about the account, about orders and invoices are none of it. */
export const NOTIFICATION_KINDS = ['request', 'message', 'reminder', 'wish', 'community'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
