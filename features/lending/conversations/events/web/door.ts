export { LiveEvents } from './live-events.tsx'
