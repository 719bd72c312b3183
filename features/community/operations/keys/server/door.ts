export {
  isKeyId,
  KeyRefusedError,
  keyLines,
  ROTATED_KEYS,
  type RotateCommand,
  rotateLines,
  stepsInstead,
  whatBreaks,
} from './keys.commands.ts'
export type { KeysDeps } from './keys.listing.ts'
export { keys } from './keys.ts'
