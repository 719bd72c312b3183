export { notingRefusal } from './refusals.ts'
export { listSecurityEvents } from './security-events.queries.ts'
export {
  type EventOrigin,
  recordRefusal,
  recordSecurityEvent,
} from './security-events.recording.ts'
export { securityEvents } from './security-events.ts'
