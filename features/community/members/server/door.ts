export { REPORTED_MESSAGES } from './users.questions.ts'
export { refuseStaff, suspendUser } from './users.suspending.ts'
export { users } from './users.ts'
