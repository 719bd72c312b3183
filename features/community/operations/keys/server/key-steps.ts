import type { KeyId } from '../key-table.ts'

const RESTART = 'Restart every process: systemctl restart letterlend, or the containers.'

/** The operator's steps to rotate a key, in order. Keys that a command rotates begin with it. */
export const KEY_STEPS: Record<KeyId, readonly string[]> = {
  push: [
    'npm run admin -- rotate-key push. All running processes notice it at once.',
    'If VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are set, the command changes nothing. Either make a pair with npx web-push generate-vapid-keys, put both into the settings and restart every process; or remove both settings, and the server makes its own pair. A device gets notifications again once it has opened the app.',
  ],
  dkim: [
    'npm run admin -- rotate-key dkim makes the next key under a new selector and prints the TXT entry to publish. The current key continues to sign.',
    'Publish the entry in the name server. Do not change the entry of the current key.',
    'The server looks for the entry every 10 minutes. Once it finds the entry, all processes sign with the new key, without a restart. Run the same command again to look at once, or with --activate to switch without looking.',
    'Delete the old entry after 7 days. The file of DKIM_KEY is no longer used, but has to stay: it says that mails are signed. Another file or selector in the settings replaces the rotated key.',
    'Without DKIM_KEY there is nothing to rotate: npm run dkim-key -- FILE makes the first key.',
  ],
  'mail-addresses': [
    'npm run admin -- rotate-key mail-addresses. All running processes notice it at once.',
  ],
  captcha: ['npm run admin -- rotate-key captcha. All running processes notice it at once.'],
  sessions: [
    'npm run admin -- rotate-key sessions. It takes effect at once. If a copy of the database was stolen, run rotate-key links first, since links in mails log in as well.',
  ],
  'access-tokens': [
    'npm run admin -- rotate-key access-tokens. It takes effect at once. Tell those who run programs of the community: they need a new access, which an administrator creates in the back office.',
  ],
  webhooks: [
    'npm run admin -- rotate-key webhooks. It takes effect at once.',
    'Give each receiver its new secret: in the back office, under "Webhooks". What it refuses until then is sent again for a day and a half.',
  ],
  links: [
    'npm run admin -- rotate-key links. It takes effect at once, also for mails that still wait to be sent.',
  ],
  'calendar-feeds': ['npm run admin -- rotate-key calendar-feeds. It takes effect at once.'],
  metrics: [
    'Make a new token of at least 16 characters: openssl rand -base64 32',
    'Set METRICS_TOKEN=NEW,OLD in the settings.',
    RESTART,
    'Give the new token to the program that reads /metrics (bearer_token or credentials of Prometheus), and check that it gets an answer.',
    'Set METRICS_TOKEN=NEW in the settings.',
    RESTART,
  ],
  stripe: [
    'In the dashboard of Stripe (Developers, API keys) roll the secret key, and let the old one expire later.',
    'Set STRIPE_SECRET_KEY, and STRIPE_PUBLISHABLE_KEY if it was rolled, in the settings.',
    RESTART,
    'npm run check-config -- --online says whether Stripe accepts it. Then let the old key expire.',
  ],
  'stripe-webhook': [
    'In the dashboard of Stripe (Developers, Webhooks) reveal the new secret with "Roll secret", and let the old one expire in 24 hours. Until then Stripe signs with both.',
    'Set STRIPE_WEBHOOK_SECRET=NEW,OLD in the settings.',
    RESTART,
    'Once the old one has expired, set STRIPE_WEBHOOK_SECRET=NEW in the settings.',
    RESTART,
  ],
  paypal: [
    'At developer.paypal.com add a second secret to the app. Both work.',
    'Set PAYPAL_CLIENT_SECRET in the settings. If you change to another app, PAYPAL_CLIENT_ID and the webhook change as well.',
    RESTART,
    'npm run check-config -- --online says whether PayPal accepts it. Then disable the old secret there.',
  ],
  'paypal-webhook': [
    'At developer.paypal.com add a second webhook to the same address, for the same events.',
    'Set PAYPAL_WEBHOOK_ID=NEW,OLD in the settings.',
    RESTART,
    'Delete the old webhook there. PayPal repeats events that did not arrive for three days; after that, set PAYPAL_WEBHOOK_ID=NEW in the settings.',
    RESTART,
  ],
  'identity-providers': [
    'At the provider add a second secret to the client. If the provider allows only one, logins by this provider fail until the restart.',
    'Set OIDC_<NAME>_CLIENT_SECRET in the settings.',
    RESTART,
    'npm run check-config says whether the provider answers. Log in by it once. Then delete the old secret there.',
  ],
  database: [
    "Without an outage: make a second role that is a member of the role that owns the tables (CREATE ROLE lend2 LOGIN PASSWORD '...' IN ROLE lend; ALTER ROLE lend2 SET role = lend).",
    'Set DATABASE_URL (or PGPASSWORD) to the new role and its password in the settings.',
    RESTART,
    'Forbid the old role to log in: ALTER ROLE lend NOLOGIN. Next time, swap the two roles.',
    "Or with an outage: stop the server, ALTER ROLE lend PASSWORD '...', set DATABASE_URL in the settings, start the server.",
  ],
  smtp: [
    'Make a new password, or a second user, at the mail server.',
    'Set SMTP_URL in the settings.',
    RESTART,
    'npm run check-config -- --mail YOU@EXAMPLE.ORG sends a test. Then delete the old password.',
  ],
  'inbound-mail': [
    'Make a new password at the mailbox.',
    'Set INBOUND_MAIL in the settings.',
    RESTART,
    'npm run check-config says whether the mailbox can be read.',
  ],
  'other-addresses': [
    'Change the password at the service behind the address.',
    'Set the address in the settings.',
    RESTART,
  ],
  passwords: [
    'Each member chooses a new password under "Login and security". If a copy of the database was stolen, ask all members to do so: an argon2id hash slows guessing down, but does not protect a weak password.',
  ],
  passkeys: [
    'Each member under "Login and security": add the new passkey, then remove the old one.',
    'For a member who has lost all passkeys: npm run admin -- reset-second-factor EMAIL, or the same under "People".',
  ],
  'second-factors': [
    'Each member under "Login and security": set up another app, or get new codes.',
    'For a member who has lost it, and for each account with tasks after a copy of the database was stolen: npm run admin -- reset-second-factor EMAIL, or the same under "People".',
  ],
  devices: [
    'Each member on the device itself, under "Notifications". Logging out ends it too, and so does rotate-key sessions.',
  ],
  'lasting-links': [
    'Nothing to do. Links to unsubscribe work for a year, links of wishes as long as the wish, links of reminders for 60 days, a link that takes an e-mail address back for 7 days. An invitation to a household can be withdrawn at the letterbox. The code of a parcel works once.',
  ],
  'provider-logins': [
    'Nothing to do. A login that was begun expires after ten minutes. An account of a provider that waits to be linked expires after an hour.',
  ],
  backups: [
    'The server does not encrypt backups. If you pipe them through age or gpg (docs/backup.md), encrypt the next ones for another key.',
    'Keep the old private key as long as there are backups that were encrypted for it, or encrypt those for the new key.',
  ],
  tls: [
    'Caddy or certbot makes a new certificate by itself. If its key was stolen, revoke it (certbot revoke) and request a new one.',
  ],
  releases: [
    'Nothing on your server. If the publisher announces another key, replace the public half of the old one by that of the new one (docs/updates.md).',
  ],
}
