import { and, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { IMPORTED_SCHEME } from '#platform/server/identity/imported-scheme.ts'
import { NEVER_SEEN, users } from '#platform/server/identity/tables.ts'
import { household_members, letterboxes } from '../../tables.ts'

// Conditions on letterboxes that are joined with their owners.

const isOfList = isNotNull(letterboxes.import_key)
/** Brought by the move of a whole site. */
const isOfSite = isNotNull(letterboxes.imported_at)

const hasHousehold = sql`EXISTS (SELECT FROM ${household_members} WHERE ${household_members.letterbox_id} = ${letterboxes.id})`

/** Whether the account has a password of its own: the first login replaces the one that came in. */
const hasNewPassword = sql`(${users.password_hash} IS NOT NULL AND ${users.password_hash} !~ ${IMPORTED_SCHEME})`

/**
 * An import brought it, and its owner has neither confirmed the address nor used the account here. An account of a list
 * has no password and was never used; one of a site has its old password and the time when it was last used there.
 */
export const isUnclaimed = and(
  isNull(users.email_confirmed_at),
  sql`NOT ${hasHousehold}`,
  or(
    and(
      isOfList,
      isNull(users.password_hash),
      eq(users.last_seen_at, NEVER_SEEN),
      eq(letterboxes.location_verified, false),
    ),
    and(isOfSite, lte(users.last_seen_at, letterboxes.imported_at), sql`NOT ${hasNewPassword}`),
  ),
) as SQL

/** The owner, or a household, has used it here since the import. */
export const isClaimed = sql<boolean>`(${hasHousehold}
  OR (${letterboxes.imported_at} IS NULL AND NOT (${isUnclaimed}))
  OR (${isOfSite} AND ${hasNewPassword})
  OR ${users.last_seen_at} > ${letterboxes.imported_at}
  OR ${users.email_confirmed_at} > ${letterboxes.imported_at})`

/** Its owner cannot log in, so whoever has a letter with a code at its address takes it over. */
export const canBeHandedOver = and(
  or(isOfList, and(isOfSite, isNull(users.email))),
  isNull(users.email_confirmed_at),
  isNull(users.password_hash),
) as SQL

/** When the import brought it. */
export const importedAt = sql`coalesce(${letterboxes.imported_at}, ${letterboxes.created_at})`
