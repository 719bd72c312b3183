export { OwnSecurityEvents } from './own-security-events.tsx'
export { SecurityEventsOf } from './security-events-of.tsx'
