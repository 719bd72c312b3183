export {
  addMember,
  countMembers,
  findMembers,
  findMembersOf,
  listLetterboxesOf,
  type Member,
  removeMember,
  removeMemberOf,
} from './members.queries.ts'
export {
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
