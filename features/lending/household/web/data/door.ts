export { useHousehold } from './household.ts'
