/** The texts of the back office, which no other screen has to know of. */
export const adminTexts = import.meta.glob<object>('./*/admin*.json', { import: 'default' })
