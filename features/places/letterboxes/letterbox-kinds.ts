/** The kinds of markers on the map. */
export const LETTERBOX_KINDS = [
  'reseller',
  'supporter',
  'messaging_active',
  'messaging',
  'normal',
] as const
export type LetterboxKind = (typeof LETTERBOX_KINDS)[number]
