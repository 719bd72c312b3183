export { sessions } from './sessions.ts'
