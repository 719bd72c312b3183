export {
  changeMovedAccount,
  countLoggedIn,
  findAccounts,
  findAccountsByEmail,
  type MovedAccount,
  removeMovedAccounts,
  storeMovedAccounts,
} from './moving-in.ts'
