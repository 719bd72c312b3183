import type { Orm } from '#platform/server/db/client.ts'
import { announceLine } from './line-news.ts'
import { deleteWait, deleteWaitByLink, type Place } from './waits.queries.ts'

/** Ends a wait, if there is one. */
export const leaveLine = (db: Orm, place: Place): Promise<void> =>
  db.transaction(async (tx) => {
    if (await deleteWait(tx, place)) await announceLine(tx, place, [place.user_id])
  })

/** Ends a wait with the link of a mail. @returns its item; null if there is no such wait */
export const leaveLineByLink = (db: Orm, secret: string): Promise<number | null> =>
  db.transaction(async (tx) => {
    const place = await deleteWaitByLink(tx, secret)
    if (!place) return null
    await announceLine(tx, place, [place.user_id])
    return place.item_id
  })
