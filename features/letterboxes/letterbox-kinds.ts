/** What a marker looks like. */
export const LETTERBOX_KINDS = [
  'reseller',
  'supporter',
  'messaging_active',
  'messaging',
  'normal',
] as const
export type LetterboxKind = (typeof LETTERBOX_KINDS)[number]
