export { refuseStaff, suspendUser } from './users.suspending.ts'
export { users } from './users.ts'
