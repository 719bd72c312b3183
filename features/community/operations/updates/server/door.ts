export { readUpdate } from './update-file.ts'
export { updates } from './updates.ts'
