/** Being sent; held back by somebody; nobody is left to be told. */
export const MAILING_STATES = ['running', 'paused', 'done'] as const
export type MailingState = (typeof MAILING_STATES)[number]

/**
 * What became of one person's share of it. `handed`: its mail, or its pushes, wait in the queue. `unreachable`: mails to the
 * address do not arrive, so none was tried. `skipped`: suspended, without a confirmed address, or there was nothing to tell.
 * `failed`: no server took the mail for a day, or no push service the push for ten minutes. `gone`: the devices have ended
 * their subscriptions.
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
