export { inAskingOrder } from './asking-order.rules.ts'
export { columnOf, LEVELS, rowOf } from './index/letterbox-index.morton.ts'
export { LetterboxIndex } from './index/letterbox-index.ts'
export { isOnMap, onMap } from './index/letterbox-visibility.ts'
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
export { changeOwn } from './letterboxes.changing.ts'
export {
  countLetterboxes,
  countLetterboxesBefore,
  countLetterboxesByRegion,
  countNewLetterboxes,
  countRegions,
  findFirstMonth,
  findRegions,
  regionOf,
} from './letterboxes.counting.ts'
export {
  absorbImported,
  type ImportedState,
  insertWithStickers,
  placeWithStickers,
} from './letterboxes.importing.ts'
export { findNewAddress } from './letterboxes.moving.ts'
export {
  type LockedLetterbox,
  lockLetterboxes,
  lockOwn,
  managedBy,
} from './letterboxes.ownership.ts'
export {
  type FullLetterbox,
  presentLetterbox,
  presentOwnLetterbox,
} from './letterboxes.presenter.ts'
export {
  findAccountAndLetterbox,
  findLetterbox,
  findLetterboxOfUser,
  findPublicLetterboxes,
  findVisibleLetterbox,
  isLetterboxVisible,
} from './letterboxes.queries.ts'
export {
  LENDING,
  LETTERBOX_REPORTS,
  type Lending,
  type LetterboxReports,
  SUPPORT_GIVEN,
  TEXT_SCREENING,
} from './letterboxes.questions.ts'
export { isAvailable, isElsewhere, type RunningLoan } from './letterboxes.rules.ts'
export { LetterboxFeed, letterboxes } from './letterboxes.ts'
export {
  confirmAddress,
  deleteLetterbox,
  endHolidays,
  giveLetterboxTo,
  insertLetterbox,
  setHoliday,
  updateAddress,
  updateNames,
} from './letterboxes.writes.ts'
