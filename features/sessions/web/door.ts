export { useDeviceName } from './device-name.ts'
export { Sessions } from './sessions.tsx'
