export { grantTo, linkLines, listLines, RefusedError, revokeFrom } from './commands.ts'
export { changeSingleTasks } from './giving.ts'
export { isAdminAddress } from './roles.rules.ts'
export { appointAdmin, offerSetUp, roles, type SetUp } from './roles.ts'
