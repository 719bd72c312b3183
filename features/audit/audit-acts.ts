/** What the acts of the back office are about: the noun, as its calls are named. */
export const AUDIT_SUBJECTS = [
  'order',
  'bank_payment',
  'item',
  'letterbox',
  'csv_import',
  'announcement',
  'report',
  'message_report',
  'held_message',
  'feedback',
  'user',
  'setting',
  'legal_page',
  'objection',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

/** What can be done to them. A new one needs its words in `audit.json` of every language. */
export const AUDIT_VERBS = [
  'create',
  'update',
  'delete',
  'confirm',
  'ship',
  'cancel',
  'refund',
  'pay',
  'note',
  'print',
  'export',
  'activate',
  'deactivate',
  'merge',
  'sort',
  'hide',
  'show',
  'verify',
  'unverify',
  'assign',
  'settle',
  'reopen',
  'answer',
  'read',
  'release',
  'discard',
  'publish',
  'retire',
  'run',
  'undo',
  'suspend',
  'restore',
  'grant',
  'revoke',
  'resend',
  'send_link',
  'correct_email',
  'end_sessions',
] as const
export type AuditVerb = (typeof AUDIT_VERBS)[number]

/** Who acted: an account, a command of the server's console, or the server by itself. */
export const AUDIT_ACTORS = ['admin', 'command', 'system'] as const
