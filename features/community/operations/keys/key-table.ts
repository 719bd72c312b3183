/** Where a key is stored: in settings, in a file named by a setting, in the database, or outside the server. */
export const KEY_PLACES = ['database', 'settings', 'file', 'elsewhere'] as const
export type KeyPlace = (typeof KEY_PLACES)[number]

/** Who made it: the server, the operator, another service, a member, or the publisher of Letterlend. */
export const KEY_MAKERS = ['letterlend', 'operator', 'provider', 'member', 'publisher'] as const
export type KeyMaker = (typeof KEY_MAKERS)[number]

/**
 * How it is rotated: by the command; by the operator in the settings; by each member; never, because each one expires;
 * or outside the server.
 */
export const KEY_ROTATIONS = ['command', 'settings', 'member', 'expires', 'elsewhere'] as const
export type KeyRotation = (typeof KEY_ROTATIONS)[number]

interface KeyEntry {
  /** Id in the command, the page and the texts. */
  id: string
  place: KeyPlace
  maker: KeyMaker
  rotation: KeyRotation
  /** Settings that may hold it. */
  settings?: readonly string[]
  /** Columns that hold it or its hash. */
  columns?: readonly string[]
}

/**
 * Every key and every kind of secret. The command `npm run admin -- keys`, the page in the back office and
 * docs/keys.md are derived from this table; tests fail if a masked setting or a column is missing.
 */
export const KEY_TABLE = [
  {
    id: 'push',
    place: 'database',
    maker: 'letterlend',
    rotation: 'command',
    settings: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
    columns: ['community_settings.value'],
  },
  {
    id: 'dkim',
    place: 'file',
    maker: 'letterlend',
    rotation: 'command',
    settings: ['DKIM_KEY', 'DKIM_SELECTOR'],
    columns: ['community_settings.value'],
  },
  {
    id: 'mail-addresses',
    place: 'database',
    maker: 'letterlend',
    rotation: 'command',
    columns: ['community_settings.value'],
  },
  {
    id: 'captcha',
    place: 'database',
    maker: 'letterlend',
    rotation: 'command',
    columns: ['community_settings.value'],
  },
  {
    id: 'sessions',
    place: 'database',
    maker: 'letterlend',
    rotation: 'command',
    columns: ['tokens.token_hash'],
  },
  {
    id: 'access-tokens',
    place: 'database',
    maker: 'letterlend',
    rotation: 'command',
    columns: ['access_tokens.token_hash'],
  },
  {
    id: 'webhooks',
    place: 'database',
    maker: 'letterlend',
    rotation: 'command',
    columns: ['webhooks.secret', 'webhooks.previous_secret'],
  },
  {
    id: 'links',
    place: 'database',
    maker: 'letterlend',
    rotation: 'command',
    columns: ['tokens.token_hash'],
  },
  {
    id: 'calendar-feeds',
    place: 'database',
    maker: 'letterlend',
    rotation: 'command',
    columns: ['calendar_feeds.secret_hash'],
  },
  {
    id: 'metrics',
    place: 'settings',
    maker: 'operator',
    rotation: 'settings',
    settings: ['METRICS_TOKEN'],
  },
  {
    id: 'stripe',
    place: 'settings',
    maker: 'provider',
    rotation: 'settings',
    settings: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
    columns: ['payments.proof_hash'],
  },
  {
    id: 'stripe-webhook',
    place: 'settings',
    maker: 'provider',
    rotation: 'settings',
    settings: ['STRIPE_WEBHOOK_SECRET'],
  },
  {
    id: 'paypal',
    place: 'settings',
    maker: 'provider',
    rotation: 'settings',
    settings: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
  },
  {
    id: 'paypal-webhook',
    place: 'settings',
    maker: 'provider',
    rotation: 'settings',
    settings: ['PAYPAL_WEBHOOK_ID'],
  },
  // The settings contain the provider's name: OIDC_<NAME>_CLIENT_SECRET.
  { id: 'identity-providers', place: 'settings', maker: 'provider', rotation: 'settings' },
  {
    id: 'database',
    place: 'settings',
    maker: 'operator',
    rotation: 'settings',
    settings: ['DATABASE_URL', 'PGPASSWORD'],
  },
  {
    id: 'smtp',
    place: 'settings',
    maker: 'provider',
    rotation: 'settings',
    settings: ['SMTP_URL'],
  },
  {
    id: 'inbound-mail',
    place: 'settings',
    maker: 'provider',
    rotation: 'settings',
    settings: ['INBOUND_MAIL'],
  },
  {
    id: 'other-addresses',
    place: 'settings',
    maker: 'provider',
    rotation: 'settings',
    settings: [
      'GEOCODER_URL',
      'PUSH_SERVICES',
      'WEBHOOK_ORIGINS',
      'STRIPE_API_BASE',
      'PAYPAL_API_BASE',
    ],
  },
  {
    id: 'passwords',
    place: 'database',
    maker: 'member',
    rotation: 'member',
    columns: [
      'users.password_hash',
      'former_passwords.password_hash',
      'former_emails.password_hash',
    ],
  },
  {
    id: 'passkeys',
    place: 'database',
    maker: 'member',
    rotation: 'member',
    columns: ['passkeys.credential_id', 'passkeys.public_key', 'passkey_challenges.challenge'],
  },
  {
    id: 'second-factors',
    place: 'database',
    maker: 'letterlend',
    rotation: 'member',
    columns: [
      'second_factors.secret',
      'second_factors.pending_secret',
      'second_factor_codes.code_hash',
    ],
  },
  {
    id: 'devices',
    place: 'database',
    maker: 'member',
    rotation: 'member',
    columns: [
      'push_subscriptions.endpoint',
      'push_subscriptions.p256dh',
      'push_subscriptions.auth',
    ],
  },
  {
    id: 'lasting-links',
    place: 'database',
    maker: 'letterlend',
    rotation: 'expires',
    columns: [
      'decisions.token_hash',
      'former_emails.token_hash',
      'held_replies.token_hash',
      'household_invitations.token_hash',
      'parcel_codes.code',
      'tokens.token_hash',
      'upkeep_tokens.token_hash',
      'waits.leave_hash',
      'wish_tokens.token_hash',
    ],
  },
  {
    id: 'provider-logins',
    place: 'database',
    maker: 'letterlend',
    rotation: 'expires',
    columns: [
      'provider_logins.state_hash',
      'provider_logins.browser_hash',
      'provider_logins.nonce',
      'provider_logins.code_verifier',
      'proved_identities.browser_hash',
    ],
  },
  { id: 'backups', place: 'elsewhere', maker: 'operator', rotation: 'elsewhere' },
  { id: 'tls', place: 'elsewhere', maker: 'operator', rotation: 'elsewhere' },
  { id: 'releases', place: 'elsewhere', maker: 'publisher', rotation: 'elsewhere' },
] as const satisfies readonly KeyEntry[]

export type KeyId = (typeof KEY_TABLE)[number]['id']
export const KEY_IDS = KEY_TABLE.map(({ id }) => id)

/** Keys that `npm run admin -- rotate-key` rotates. */
export type RotatedKeyId = Extract<(typeof KEY_TABLE)[number], { rotation: 'command' }>['id']

export const settingsOf = (id: KeyId): readonly string[] => {
  const entry: KeyEntry | undefined = KEY_TABLE.find((each) => each.id === id)
  return entry?.settings ?? []
}

export const columnsOf = (id: KeyId): readonly string[] => {
  const entry: KeyEntry | undefined = KEY_TABLE.find((each) => each.id === id)
  return entry?.columns ?? []
}
