export { fetchItems, itemName, useItems } from './items.ts'
