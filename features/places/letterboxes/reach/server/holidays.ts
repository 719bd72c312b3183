import { eq, lt } from 'drizzle-orm'
import type { LockedLetterbox } from '#features/places/letterboxes/members/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { letterboxes } from '../../tables.ts'

/** Hides the letterbox until that day is over; null ends the holiday. */
export async function setHoliday(
  db: Db,
  letterbox: LockedLetterbox,
  until: string | null,
): Promise<void> {
  await db.update(letterboxes).set({ holiday_until: until }).where(eq(letterboxes.id, letterbox.id))
}

/** Shows letterboxes again whose holiday is over; triggers announce the change to every process. */
export async function endHolidays(db: Db, today: string): Promise<void> {
  await db
    .update(letterboxes)
    .set({ holiday_until: null })
    .where(lt(letterboxes.holiday_until, today))
}
