/** Kinds of notifications. Mails about the account, orders and invoices are not among them. */
export const NOTIFICATION_KINDS = ['request', 'message', 'reminder', 'wish', 'community'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Bulk mails; each has a setting of its own. */
export const MAILING_TOPICS = ['announcements', 'neighbourhood'] as const
export type MailingTopic = (typeof MAILING_TOPICS)[number]

/** `daily` and `weekly`: collected in one mail; `off`: neither mail nor push. */
export const FREQUENCIES = ['at_once', 'daily', 'weekly', 'off'] as const
export type Frequency = (typeof FREQUENCIES)[number]
