/** The languages in which the catalogue names its stickers: `name_de`, `name_en` and so on. */
export const ITEM_LANGUAGES = ['de', 'en', 'fr', 'it'] as const
