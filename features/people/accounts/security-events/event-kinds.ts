/** What can happen to an account. A new kind needs a text in every language. */
export const SECURITY_EVENT_KINDS = [
  'login',
  'login_refused',
  'logout',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'email_restored',
  'passkey_added',
  'passkey_removed',
  'account_linked',
  'account_unlinked',
  'second_factor_on',
  'second_factor_off',
  'second_factor_reset',
  'token_made',
  'token_ended',
  'recovery_codes_made',
  'recovery_code_used',
  'proof_given',
  'proof_refused',
  'not_me',
  'role_given',
  'role_taken',
  'data_exported',
  /** A member of the staff downloaded a file with other people's data. */
  'file_taken',
  'account_suspended',
  'account_restored',
  'accounts_merged',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

/** How a session was opened. A new way needs a line here and a text in every language. */
export const LOGIN_WAYS = [
  'password',
  'passkey',
  /** A mailed login link. */
  'link',
  /** A link in a mail about a conversation, which opens only that conversation. */
  'conversation',
  /** A forgotten password was replaced. */
  'recovery',
  'confirmation',
  'registration',
  /** The code after a password or a link. */
  'second_step',
  /** An account of an identity provider (OpenID Connect). */
  'openid',
] as const
export type LoginWay = (typeof LOGIN_WAYS)[number]

/** How it happened, for kinds with several ways. */
export const SECURITY_EVENT_WAYS = [
  ...LOGIN_WAYS,
  /** Proof by a code of an authenticator app or by a recovery code. */
  'code',
  /** The first password of an account. */
  'first',
  /** A session ended because the account had too many. */
  'too_many',
  /** A session ended because the same browser logged in again. */
  'new_login',
] as const
export type SecurityEventWay = (typeof SECURITY_EVENT_WAYS)[number]

/** Who did it: the user of the account, the staff, or the server itself. */
export const SECURITY_EVENT_ACTORS = ['self', 'staff', 'system'] as const
export type SecurityEventActor = (typeof SECURITY_EVENT_ACTORS)[number]
