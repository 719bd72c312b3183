export { moveCodes } from './codes.queries.ts'
export { codes } from './codes.ts'
export { type Scan, scanCode } from './scanning.ts'
