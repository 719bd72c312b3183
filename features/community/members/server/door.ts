export { CASES_OF_ACCOUNT } from './questions.ts'
export { refuseStaff, suspendUser } from './suspending-users.ts'
export { users } from './users.ts'
