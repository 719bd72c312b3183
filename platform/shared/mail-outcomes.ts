/**
 * What became of a mail: a server took it; refused it for good; took none for a day; or it was not tried, since mails to
 * the address do not arrive.
 */
export const MAIL_OUTCOMES = ['sent', 'refused', 'given_up', 'not_tried'] as const
export type MailOutcome = (typeof MAIL_OUTCOMES)[number]
