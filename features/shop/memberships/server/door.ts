export { yearAfter } from './memberships.rules.ts'
export { memberships } from './memberships.ts'
