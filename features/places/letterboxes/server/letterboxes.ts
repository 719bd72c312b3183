import { eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { LETTERBOX_OF_LEAVING } from '#features/people/accounts/server/door.ts'
import { LETTERBOXES_OF } from '#features/people/newcomers/server/door.ts'
import { ITEM_USE } from '#features/places/items/server/door.ts'
import { addLetterboxMetrics } from '#features/places/letterboxes/map-index/server/door.ts'
import {
  isThere,
  letterboxesOf,
  lockLeaving,
} from '#features/places/letterboxes/members/server/door.ts'
import {
  addLetterboxNewsRoutes,
  recordingArrivals,
} from '#features/places/letterboxes/news/server/door.ts'
import { endUnclaimed } from '#features/places/letterboxes/reach/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { answering } from '#platform/server/questions.ts'
import {
  household_members,
  letterbox_answers,
  letterbox_items,
  letterboxes as letterboxesTable,
} from '../tables.ts'
import { addAdminLetterboxRoutes } from './admin/letterboxes.routes.ts'
import { addLetterboxExportRoutes } from './export/letterbox-export.routes.ts'
import { itemUse } from './letterbox-items.queries.ts'
import { addLetterboxItemRoutes } from './letterbox-items.routes.ts'
import { letterboxMerge } from './letterbox-merge.ts'
import { addLetterboxRoutes } from './letterboxes.routes.ts'
import { letterboxCorrected } from './mails/letterbox-corrected.ts'
import { letterboxHidden, letterboxShown } from './mails.ts'

const ofOwn = (letterboxId: PgColumn, { id }: UserRow) =>
  inArray(
    letterboxId,
    sql`(SELECT ${letterboxesTable.id} FROM ${letterboxesTable} WHERE ${letterboxesTable.user_id} = ${id})`,
  )

export const letterboxes: Feature = {
  name: 'letterboxes',
  start: addLetterboxMetrics,
  routes(app, deps) {
    addLetterboxRoutes(app, deps)
    addLetterboxExportRoutes(app, deps)
    addLetterboxNewsRoutes(app, deps)
    addLetterboxItemRoutes(app, deps)
    addAdminLetterboxRoutes(app, deps)
  },
  serverDecided: ['reseller', 'role_name', 'location_verified', 'address_verified'],
  jobs: [recordingArrivals],
  mails: [letterboxCorrected, letterboxHidden, letterboxShown],
  answers: [
    answering(ITEM_USE, itemUse),
    answering(LETTERBOX_OF_LEAVING, { lock: lockLeaving, isThere }),
    answering(LETTERBOXES_OF, letterboxesOf),
  ],
  async confirmed(tx, { clock }, { id, isFirst }) {
    if (isFirst) await endUnclaimed(tx, id, clock())
  },
  merge: letterboxMerge,
  personalData: [
    { table: letterboxesTable, where: ({ id }) => eq(letterboxesTable.user_id, id) },
    { table: letterbox_items, where: (user) => ofOwn(letterbox_items.letterbox_id, user) },
    { table: letterbox_answers, where: (user) => ofOwn(letterbox_answers.letterbox_id, user) },
    { table: household_members, where: ({ id }) => eq(household_members.user_id, id) },
  ],
}
