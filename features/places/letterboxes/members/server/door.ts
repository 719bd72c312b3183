export {
  addMember,
  countMembers,
  findMembers,
  findMembersOf,
  letterboxesOf,
  type Member,
  removeMember,
  removeMemberOf,
} from './members.queries.ts'
export {
  findPlaceOfOwner,
  isOwnedInArea,
  isThere,
  type LockedAccount,
  type LockedLetterbox,
  lockAsModerator,
  lockLeaving,
  lockLetterboxes,
  lockOwn,
  managedBy,
} from './ownership.ts'
