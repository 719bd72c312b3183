export { notingRefusal } from './refusals.ts'
export {
  type EventOrigin,
  recordRefusal,
  recordSecurityEvent,
} from './security-events.recording.ts'
export { securityEvents } from './security-events.ts'
