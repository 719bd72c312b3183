export { useSessions } from './sessions.ts'
