import { and, asc, eq, type SQL } from 'drizzle-orm'
import { searchAudit } from '#features/people/audit/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { countMembers } from '#features/places/letterboxes/members/server/door.ts'
import { presentPrivacy } from '#features/places/letterboxes/privacy/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { users, wasSeen } from '#platform/server/identity/tables.ts'
import { answerTo } from '#platform/server/questions.ts'
import type { AdminLetterbox } from '../../contract.admin.ts'
import { letterbox_items, letterboxes } from '../../tables.ts'
import { confirmedOn } from '../presenter.ts'
import { LETTERBOX_REPORTS } from '../questions.ts'
import { presentRow, rowColumns } from './listing.ts'

/** Maximum number of reports and of history entries to read. */
const MOST = 50

/** The stickers of a letterbox, with their names. */
export function findStickers(db: Db, letterboxId: string) {
  return db
    .select({
      id: items.id,
      image_path: items.image_path,
      name_de: items.name_de,
      name_en: items.name_en,
      name_fr: items.name_fr,
      line: letterbox_items.line,
    })
    .from(letterbox_items)
    .innerJoin(items, eq(items.id, letterbox_items.item_id))
    .where(and(eq(letterbox_items.letterbox_id, letterboxId), eq(items.active, true)))
    .orderBy(asc(items.id))
}

/**
 * Everything that moderators see of a letterbox; null if it does not exist.
 * @param within limits it to the area of a moderator
 */
export async function findWholeLetterbox(
  db: Db,
  id: string,
  deps: Pick<Deps, 'clock' | 'config' | 'features'>,
  within?: SQL,
): Promise<AdminLetterbox | null> {
  const now = deps.clock()
  const { timeZone } = deps.config
  const reports = answerTo(deps, LETTERBOX_REPORTS)
  const [row] = await db
    .select(rowColumns)
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(eq(letterboxes.id, id), within))
  if (!row) return null
  const { letterbox, owner } = row
  const acts = await searchAudit(db, {
    search: '',
    subject: 'letterbox',
    subject_id: id,
    page: 1,
    size: MOST,
  })
  const givenUntil = owner.membership_given_until
  return {
    ...presentRow(row, (await reports.countOpen(db, [id])).get(id) ?? 0, now),
    version: letterbox.version,
    owner: {
      id: owner.id,
      email: owner.email,
      email_confirmed: owner.email_confirmed_at !== null,
      lang: owner.lang,
      suspended: owner.suspended_at !== null,
      last_seen_at: wasSeen(owner) ? owner.last_seen_at.toISOString() : null,
    },
    household: 1 + (await countMembers(db, id)),
    items: (await findStickers(db, id)).map(({ id, image_path, line }) => ({
      id,
      image_path,
      line: line ?? undefined,
    })),
    privacy: presentPrivacy(owner),
    holiday_until: letterbox.holiday_until,
    silent: letterbox.silent_since !== null,
    gone: letterbox.gone_since !== null,
    address_verified: letterbox.address_verified_at !== null,
    items_confirmed_at: confirmedOn(letterbox),
    reseller: owner.reseller,
    supporter_until: owner.membership_until?.toISOString() ?? null,
    // The stored instant is the end of the last day.
    supporter_given_until: givenUntil && dayIn(timeZone, new Date(givenUntil.getTime() - 1)),
    reports: await reports.list(db, id, MOST),
    history: acts.rows,
  }
}
