export { bankStatements } from './bank-statements.ts'
export { removeMovedBankPayments, storeMovedBankPayments } from './moving-in.ts'
export { countUnmatched } from './unmatched.queries.ts'
