export { grantTo, linkLines, listLines, RefusedError, revokeFrom } from './roles.commands.ts'
export { appointConfirmed } from './roles.giving.ts'
export { appointAdmin, offerSetUp, roles, type SetUp } from './roles.ts'
