export { inAskingOrder } from './asking-order.rules.ts'
export { changeOwn } from './changing.ts'
export {
  countLetterboxes,
  countLetterboxesBefore,
  countLetterboxesByRegion,
  countNewLetterboxes,
  countRegions,
  findFirstMonth,
  findRegions,
  regionOf,
} from './counting.ts'
export {
  absorbImported,
  type ImportedState,
  insertWithStickers,
  placeWithStickers,
} from './importing.ts'
export { LetterboxIndex } from './index/letterbox-index.ts'
export { isOnMap, onMap } from './index/letterbox-visibility.ts'
export { columnOf, LEVELS, rowOf } from './index/morton.ts'
export { keepAnswers } from './letterbox-answers.queries.ts'
export { findBlockedLetterboxes, isBlockedFor } from './letterbox-blocks.queries.ts'
export { confirmItems, markAsAsked, stopReminders } from './letterbox-confirmation.queries.ts'
export { listItemsOfLetterbox, raiseCopies } from './letterbox-items.queries.ts'
export {
  addMember,
  countMembers,
  findMembers,
  findMembersOf,
  type Member,
  removeMember,
  removeMemberOf,
} from './letterbox-members.queries.ts'
export { isReachable, isReachableNow } from './letterbox-reach.ts'
export {
  countSilences,
  endUnclaimed,
  NO_QUESTION,
  NO_SILENCE,
  noteClaimMail,
  noteSilence,
  noteUnclaimed,
  placeUnclaimed,
} from './letterbox-signs.queries.ts'
export {
  findAccountAndLetterbox,
  findLetterbox,
  findLetterboxOfUser,
  findPublicLetterboxes,
  findVisibleLetterbox,
  isLetterboxVisible,
} from './letterboxes.queries.ts'
export { isAvailable, isElsewhere, type RunningLoan } from './letterboxes.rules.ts'
export { LetterboxFeed, letterboxes } from './letterboxes.ts'
export { findNewAddress } from './moving.ts'
export {
  type LockedLetterbox,
  lockLetterboxes,
  lockOwn,
  managedBy,
} from './ownership.ts'
export {
  type FullLetterbox,
  presentLetterbox,
  presentOwnLetterbox,
} from './presenter.ts'
export {
  LENDING,
  LETTERBOX_REPORTS,
  type Lending,
  type LetterboxReports,
  SUPPORT_GIVEN,
  TEXT_SCREENING,
} from './questions.ts'
export {
  confirmAddress,
  deleteLetterbox,
  endHolidays,
  giveLetterboxTo,
  insertLetterbox,
  setHoliday,
  updateAddress,
  updateNames,
} from './writes.ts'
