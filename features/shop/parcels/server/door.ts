export {
  type CountedBatch,
  codeExpiry,
  findBatch,
  findBatches,
  findLetters,
  insertBatch,
  type LetterBatchRow,
  revokeLetters,
} from './letters.queries.ts'
export { limitCodes } from './limits.ts'
export type { LetterPlace, ParcelCodeRow } from './parcels.queries.ts'
export { parcels } from './parcels.ts'
export { openCode, proveByCode } from './verifying.ts'
export { inWalkingOrder } from './walking-order.rules.ts'
