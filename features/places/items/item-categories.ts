export const ITEM_CATEGORIES = [
  'tools',
  'household',
  'garden',
  'kitchen',
  'party',
  'sport',
  'travel',
  'kids',
  'electronics',
] as const
export type ItemCategory = (typeof ITEM_CATEGORIES)[number]
