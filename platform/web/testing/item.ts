import type { Item } from '#features/places/items/contract.ts'

/** A tool's sticker with the same name in every language. */
export const testItem = (id: number, name: string, fields: Partial<Item> = {}): Item => ({
  id,
  name,
  name_de: name,
  name_en: name,
  name_fr: name,
  name_it: name,
  image_path: `${name}.svg`,
  category: 'tools',
  synonyms: [],
  active: true,
  sticker: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...fields,
})
