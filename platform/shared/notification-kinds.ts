/** What people are told of; mails about the account, about orders and invoices are none of it. */
export const NOTIFICATION_KINDS = ['request', 'message', 'reminder', 'wish', 'community'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** What many people are told the same way: each has a switch of its own, and is mailed or not. */
export const MAILING_TOPICS = ['announcements', 'neighbourhood'] as const
export type MailingTopic = (typeof MAILING_TOPICS)[number]

/** `daily` and `weekly`: gathered in one mail; `off`: neither by mail nor on a device. */
export const FREQUENCIES = ['at_once', 'daily', 'weekly', 'off'] as const
export type Frequency = (typeof FREQUENCIES)[number]
