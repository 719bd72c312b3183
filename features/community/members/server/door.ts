export { CASES_OF_ACCOUNT } from './users.questions.ts'
export { refuseStaff, suspendUser } from './users.suspending.ts'
export { users } from './users.ts'
