export { findKnownName, findNameFor, findNamesFor, findSenderName } from './names.queries.ts'
export {
  borrower,
  borrowerBox,
  lender,
  lenderBox,
  partyColumns,
  presentParty,
} from './sides-as-shown.ts'
export { asLine, nameOrSomebody } from './somebody.ts'
export { findReceivers, findReceiversOf, type Receiver } from './who-is-told.ts'
