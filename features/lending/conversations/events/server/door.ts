export type { LiveSource } from './event-hub.ts'
export { live } from './events.ts'
export { announceLiveEvent } from './live-event.ts'
