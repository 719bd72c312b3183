/** The kinds of rows that a site brings, in the order in which they are imported. */
export const LEGACY_KINDS = [
  'item',
  'user',
  'letterbox',
  'order',
  'payment',
  'transaction',
  'message',
  'announcement',
  'announcement_answer',
  'report',
] as const
export type LegacyKind = (typeof LEGACY_KINDS)[number]
