export { household } from './household.ts'
