export { waits } from './waits.ts'
