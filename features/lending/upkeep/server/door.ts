export { markAsMailed } from './claims.queries.ts'
export { beginClaimMails, countClaimMails } from './claims.ts'
export { upkeep } from './upkeep.ts'
