export {
  type EventOrigin,
  recordRefusal,
  recordSecurityEvent,
} from './recording.ts'
export { notingRefusal } from './refusals.ts'
export { listSecurityEvents } from './security-events.queries.ts'
export { securityEvents } from './security-events.ts'
