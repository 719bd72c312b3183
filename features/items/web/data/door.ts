export { itemName, useItems } from './items.ts'
