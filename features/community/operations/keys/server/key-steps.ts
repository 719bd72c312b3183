import type { KeyId } from '../key-table.ts'

const RESTART = 'Restart every process: systemctl restart letterlend, or the containers.'

/** The operator's steps to rotate a key, in order. Keys that a command rotates begin with it. */
export const KEY_STEPS: Record<KeyId, readonly string[]> = {
  push: [
    'npm run admin -- rotate-key push. All running processes notice it at once.',
    'Where VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are set, the command changes nothing: make a pair with npx web-push generate-vapid-keys, put both into the settings and restart every process; or take both out, and the server makes its own. Each device is then told again once it has opened the app.',
  ],
  dkim: [
    'npm run admin -- rotate-key dkim makes the next key under a new selector and prints the TXT entry to publish. The key of now goes on signing.',
    'Publish the entry in the name server. Leave the entry of the key of now as it is.',
    'The server looks for the entry every 10 minutes and signs with the new key from then on, in all processes and without a restart. The same command looks at once; --activate does not look.',
    'Delete the old entry after 7 days. The file of DKIM_KEY is not used any more, but has to stay: it says that mails are signed. Another file or selector in the settings takes the place of the rotated key again.',
    'Without DKIM_KEY there is nothing to rotate: npm run dkim-key -- FILE makes the first key.',
  ],
  'mail-addresses': [
    'npm run admin -- rotate-key mail-addresses. All running processes notice it at once.',
  ],
  captcha: ['npm run admin -- rotate-key captcha. All running processes notice it at once.'],
  sessions: [
    'npm run admin -- rotate-key sessions. It counts at once. Where a copy of the database was stolen, run rotate-key links first: links in mails log in as well.',
  ],
  links: [
    'npm run admin -- rotate-key links. It counts at once, also for mails that still wait to be sent.',
  ],
  'calendar-feeds': ['npm run admin -- rotate-key calendar-feeds. It counts at once.'],
  metrics: [
    'Make a new token of 16 signs or more: openssl rand -base64 32',
    'METRICS_TOKEN=NEW,OLD in the settings.',
    RESTART,
    'Give the new token to whatever asks for /metrics (bearer_token or credentials of Prometheus), and see that it is answered.',
    'METRICS_TOKEN=NEW in the settings.',
    RESTART,
  ],
  stripe: [
    'In the dashboard of Stripe (Developers, API keys) roll the secret key, and have the old one expire later.',
    'STRIPE_SECRET_KEY, and STRIPE_PUBLISHABLE_KEY if it was rolled, in the settings.',
    RESTART,
    'npm run check-config -- --online says whether Stripe takes it. Then have the old key expire.',
  ],
  'stripe-webhook': [
    'In the dashboard of Stripe (Developers, Webhooks) reveal the new secret with "Roll secret", and have the old one expire in 24 hours: until then Stripe signs with both.',
    'STRIPE_WEBHOOK_SECRET=NEW,OLD in the settings.',
    RESTART,
    'Once the old one has expired: STRIPE_WEBHOOK_SECRET=NEW in the settings.',
    RESTART,
  ],
  paypal: [
    'At developer.paypal.com add a second secret to the app; both work.',
    'PAYPAL_CLIENT_SECRET in the settings. Another app has another PAYPAL_CLIENT_ID and another webhook as well.',
    RESTART,
    'npm run check-config -- --online says whether PayPal takes it. Then disable the old secret there.',
  ],
  'paypal-webhook': [
    'At developer.paypal.com add a second webhook to the same address, for the same events.',
    'PAYPAL_WEBHOOK_ID=NEW,OLD in the settings.',
    RESTART,
    'Delete the old webhook there. After three days, in which PayPal tries again what did not arrive: PAYPAL_WEBHOOK_ID=NEW in the settings.',
    RESTART,
  ],
  'identity-providers': [
    'At the provider add a second secret to the client; where it allows one alone, logins by this provider fail until the restart.',
    'OIDC_<NAME>_CLIENT_SECRET in the settings.',
    RESTART,
    'npm run check-config says whether the provider answers; log in once by it. Then delete the old secret there.',
  ],
  database: [
    "Without interruption: make a second role that is a member of the owner of the tables (CREATE ROLE lend2 LOGIN PASSWORD '...' IN ROLE lend; ALTER ROLE lend2 SET role = lend).",
    'DATABASE_URL (or PGPASSWORD) with the new role and its password in the settings.',
    RESTART,
    'Take the login from the old role: ALTER ROLE lend NOLOGIN. The next time the other way round.',
    "Or with an interruption: stop the server, ALTER ROLE lend PASSWORD '...', DATABASE_URL in the settings, start.",
  ],
  smtp: [
    'Make a new password, or a second user, at the mail server.',
    'SMTP_URL in the settings.',
    RESTART,
    'npm run check-config -- --mail YOU@EXAMPLE.ORG sends a test. Then delete the old password.',
  ],
  'inbound-mail': [
    'Make a new password at the mailbox.',
    'INBOUND_MAIL in the settings.',
    RESTART,
    'npm run check-config says whether the mailbox can be read.',
  ],
  'other-addresses': [
    'Change the password where the address leads to.',
    'The address in the settings.',
    RESTART,
  ],
  passwords: [
    'Each member under "Login and security". After a copy of the database was stolen, ask all of them to: an argon2id hash resists guessing, a weak password does not.',
  ],
  passkeys: [
    'Each member under "Login and security": add the new one, then remove the old one.',
    'For somebody who has lost all of them: npm run admin -- reset-second-factor EMAIL, or the same under "People".',
  ],
  'second-factors': [
    'Each member under "Login and security": another app, or new codes.',
    'For somebody who has lost it, or after a copy of the database was stolen, for each account with tasks: npm run admin -- reset-second-factor EMAIL, or the same under "People".',
  ],
  devices: [
    'Each member on the device itself, under "Notifications"; logging out ends it too, and so does rotate-key sessions.',
  ],
  'lasting-links': [
    'Nothing to do. Links by which one unsubscribes work for a year, links of wishes as long as the wish, links of reminders for 60 days, one that takes an e-mail address back for 7; an invitation to a household is withdrawn at the letterbox; a code of a parcel works once.',
  ],
  'provider-logins': [
    'Nothing to do: a login that was begun ends after ten minutes, an account elsewhere that is to be linked waits for an hour.',
  ],
  backups: [
    'The server encrypts no backups by itself: whoever pipes them through age or gpg (docs/backup.md) encrypts the next ones for another key.',
    'Keep the old private key as long as there are backups that were encrypted for it, or encrypt those anew.',
  ],
  tls: [
    'Caddy or certbot makes a new certificate by itself. After a theft of its key: revoke it (certbot revoke) and have a new one made.',
  ],
  releases: [
    'Nothing on your server: where the publisher announces another key, put its public half into the place of the old one (docs/updates.md).',
  ],
}
