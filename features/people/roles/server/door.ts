export { grantTo, linkLines, listLines, RefusedError, revokeFrom } from './roles.commands.ts'
export { changeSingleTasks } from './roles.giving.ts'
export { isAdminAddress } from './roles.rules.ts'
export { appointAdmin, offerSetUp, roles, type SetUp } from './roles.ts'
