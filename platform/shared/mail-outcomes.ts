/**
 * Outcome of a mail: accepted by a server; rejected permanently; not accepted for a day; or not attempted, because
 * mails to the address do not arrive.
 */
export const MAIL_OUTCOMES = ['sent', 'refused', 'given_up', 'not_tried'] as const
export type MailOutcome = (typeof MAIL_OUTCOMES)[number]
