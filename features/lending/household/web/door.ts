export { useHousehold } from './data/household.ts'
