export { changeOwn } from './changing.ts'
export { listItemsOfLetterbox, raiseCopies } from './letterbox-items.queries.ts'
export {
  findAccountAndLetterbox,
  findLetterbox,
  findLetterboxOfUser,
  findPublicLetterboxes,
  findVisibleLetterbox,
  isLetterboxVisible,
} from './letterboxes.queries.ts'
export { isElsewhere } from './letterboxes.rules.ts'
export { letterboxes } from './letterboxes.ts'
export { findNewAddress } from './moving.ts'
export { type FullLetterbox, presentLetterbox, presentOwnLetterbox } from './presenter.ts'
export {
  LETTERBOX_REPORTS,
  type LetterboxReports,
  SUPPORT_GIVEN,
  TEXT_SCREENING,
} from './questions.ts'
export {
  confirmAddress,
  deleteLetterbox,
  giveLetterboxTo,
  insertLetterbox,
  updateAddress,
  updateNames,
} from './writes.ts'
