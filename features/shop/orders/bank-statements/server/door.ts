export { bankStatements } from './bank-statements.ts'
export {
  changeMovedBankPayment,
  findMovedBankPayments,
  removeMovedBankPayments,
  storeMovedBankPayments,
} from './moving-in.ts'
export { countUnmatched } from './unmatched.queries.ts'
