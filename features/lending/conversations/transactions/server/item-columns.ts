import { items } from '#features/places/items/tables.ts'

/** The item columns that are read with a transaction: its names in every language. */
export const itemColumns = {
  id: items.id,
  name_de: items.name_de,
  name_en: items.name_en,
  name_fr: items.name_fr,
}
