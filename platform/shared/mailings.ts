/** In progress; paused by staff; no recipients left. */
export const MAILING_STATES = ['running', 'paused', 'done'] as const
export type MailingState = (typeof MAILING_STATES)[number]

/**
 * State of one recipient. `handed`: the mail or pushes are in the queue. `unreachable`: mails to the address do not
 * arrive, so none was sent. `skipped`: suspended, no confirmed address, or nothing to say. `failed`: no server accepted
 * the mail for a day, or no push service the push for ten minutes. `gone`: the devices have ended their subscriptions.
 */
export const RECIPIENT_STATES = [
  'waiting',
  'handed',
  'sent',
  'refused',
  'unreachable',
  'unsubscribed',
  'skipped',
  'failed',
  'gone',
] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]
