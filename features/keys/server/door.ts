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
export { keys } from './keys.ts'
