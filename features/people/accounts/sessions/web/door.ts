export { useDeviceName } from './device-name.ts'
export { EndAllSessions } from './end-all-sessions.tsx'
export { Sessions } from './sessions.tsx'
