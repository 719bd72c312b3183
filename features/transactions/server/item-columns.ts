import { items } from '#features/items/tables.ts'

/** What of an item is read with a transaction: its names, for whatever language it is told in. */
export const itemColumns = {
  id: items.id,
  name_de: items.name_de,
  name_en: items.name_en,
  name_fr: items.name_fr,
}
