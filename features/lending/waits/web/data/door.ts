export { useWaits } from './waits.ts'
