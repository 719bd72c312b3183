export {
  isKeyId,
  KeyRefusedError,
  keyLines,
  ROTATED_KEYS,
  type RotateCommand,
  rotateLines,
  stepsInstead,
  whatBreaks,
} from './commands.ts'
export { keys } from './keys.ts'
export type { KeysDeps } from './listing.ts'
