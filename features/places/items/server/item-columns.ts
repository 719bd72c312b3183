import { items } from '../tables.ts'

/** The columns of an item that lists of other nouns show: its names in every language. */
export const itemColumns = {
  id: items.id,
  name_de: items.name_de,
  name_en: items.name_en,
  name_fr: items.name_fr,
}
