export { invitations } from './invitations.ts'
