/** What can happen to an account. A new one needs its words in the texts of every language. */
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
  'recovery_codes_made',
  'recovery_code_used',
  'proof_given',
  'proof_refused',
  'not_me',
  'role_given',
  'role_taken',
  'data_exported',
  /** Somebody of the staff downloaded a file with other people's data. */
  'file_taken',
  'account_suspended',
  'account_restored',
  'accounts_merged',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

/** By which way a session is opened. A new way is a line here, and its words in every language. */
export const LOGIN_WAYS = [
  'password',
  'passkey',
  /** The link of a mail that was asked for. */
  'link',
  /** The link of a mail about a conversation, which opens that one alone. */
  'conversation',
  /** A forgotten password that was chosen anew. */
  'recovery',
  /** The address was confirmed. */
  'confirmation',
  'registration',
  /** The code that follows a password or a link. */
  'second_step',
  /** An account elsewhere, by OpenID Connect. */
  'openid',
] as const
export type LoginWay = (typeof LOGIN_WAYS)[number]

/** How it happened, where a kind has several ways. */
export const SECURITY_EVENT_WAYS = [
  ...LOGIN_WAYS,
  /** A proof by the code of an app, or one that works once. */
  'code',
  /** The first password of an account. */
  'first',
  /** A session that ended because there are too many. */
  'too_many',
  /** A session that ended because the same browser logged in anew. */
  'new_login',
] as const
export type SecurityEventWay = (typeof SECURITY_EVENT_WAYS)[number]

/** Who did it: whoever uses the account, those who help people, or the server by itself. */
export const SECURITY_EVENT_ACTORS = ['self', 'staff', 'system'] as const
export type SecurityEventActor = (typeof SECURITY_EVENT_ACTORS)[number]
