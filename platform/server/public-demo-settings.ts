/*
 * DEMO=public: strangers use the demo accounts, including the administrator. Nothing that reaches other people, other
 * servers or money is configured there, whatever the environment says.
 */

type Environment = Record<string, string | undefined>

/** Settings that a public demo does not use: mails, pushes, logins elsewhere, payments, services and the operator. */
const UNUSED =
  /^(SMTP_|DKIM_|INBOUND_|BULK_|PUSH|WEBHOOK_|VAPID_|OIDC_|STRIPE_|PAYPAL_|PAYMENT_SANDBOX|INVOICE_|GEOCODER|ADMIN_EMAIL|STAFF_SECOND_FACTOR|MAX_SESSIONS|BACKUP_WARN_DAYS)/

/** What is set in their place. */
const FIXED: Environment = {
  PUSH: 'off',
  PAYMENT_SANDBOX: 'on',
  STAFF_SECOND_FACTOR: 'off',
  /** All visitors share the demo accounts: with the usual limit, each login would end the session of another visitor. */
  MAX_SESSIONS: '1000',
  /** There is nothing to back up. */
  BACKUP_WARN_DAYS: '0',
}

/** The settings as a public demo uses them. */
export function settingsOfPublicDemo(settings: Environment): Environment {
  const used = Object.entries(settings).filter(([name]) => !UNUSED.test(name))
  return { ...Object.fromEntries(used), ...FIXED }
}

/** Names of the settings that have no effect because of DEMO=public. */
export const unusedInPublicDemo = (settings: Environment): string[] =>
  settings.DEMO === 'public' ? Object.keys(settings).filter((name) => UNUSED.test(name)) : []

/** The warning about them. */
export const wordsOfUnused = (names: readonly string[]): string =>
  `DEMO=public does not use ${names.join(', ')}: from a public demo no mail, push or payment leaves.`
