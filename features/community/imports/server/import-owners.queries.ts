import { eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { settlePrivacy } from '#features/places/letterboxes/privacy/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import type { ImportOwner } from './import-owners.rules.ts'

/** What an import may change about an owner who has not claimed the account. */
export const ownerColumns = {
  lang: users.lang,
  show_on_map: users.show_on_map,
  show_name: users.show_name,
  show_email: users.show_email,
  enable_messaging: users.enable_messaging,
  enable_notifications: users.enable_notifications,
  takes_requests: users.takes_requests,
  show_name_again: users.show_name_again,
  enable_messaging_again: users.enable_messaging_again,
  notify_request: users.notify_request,
} satisfies Partial<Record<keyof UserRow, PgColumn>>

export type OwnerState = Pick<UserRow, keyof typeof ownerColumns>

/** Default switches if the file says nothing. */
const NOT_SAID: Omit<OwnerState, 'lang'> = {
  show_on_map: true,
  show_name: false,
  show_email: false,
  enable_messaging: false,
  enable_notifications: false,
  takes_requests: true,
  show_name_again: null,
  enable_messaging_again: null,
  notify_request: 'at_once',
}

type SaidOfOwner = Pick<ImportOwner, 'lang' | 'show_on_map' | 'show_name'> & { messaging?: boolean }

/** Merges a row into an account; a null keeps the current value. */
function withSaid(
  current: OwnerState,
  { lang, show_on_map, show_name, messaging }: SaidOfOwner,
): OwnerState {
  const settled = settlePrivacy(current, {
    ...(show_on_map === null ? {} : { show_on_map }),
    ...(show_name === null ? {} : { show_name }),
    ...(messaging === undefined ? {} : { enable_messaging: messaging }),
  })
  return { ...settled, lang: lang ?? current.lang }
}

/** A new account, in the language of the import if the row has none. */
export const newOwner = (row: ImportOwner, lang: OwnerState['lang']): OwnerState =>
  withSaid({ ...NOT_SAID, lang }, row)

/** An existing account after a row. The messaging switch stays, unless the row brings the first e-mail address. */
export const changedOwner = (
  { messaging, ...row }: ImportOwner,
  before: OwnerState,
  bringsEmail: boolean,
): OwnerState => withSaid(before, bringsEmail ? { ...row, messaging } : row)

export const isSameOwner = (a: OwnerState, b: OwnerState): boolean =>
  (Object.keys(ownerColumns) as (keyof OwnerState)[]).every((key) => a[key] === b[key])

/** Changes the account of an owner who has not claimed it. */
export async function setOwner(
  db: Db,
  userId: string,
  change: OwnerState & { email?: string | null },
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, userId))
}
