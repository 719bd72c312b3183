export { joinLine } from './joining.ts'
export { waits } from './waits.ts'
