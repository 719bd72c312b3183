export { OwnSecurityEvents } from './own-security-events.tsx'
export { SecurityEventList } from './security-event-list.tsx'
