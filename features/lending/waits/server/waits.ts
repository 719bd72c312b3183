import { eq } from 'drizzle-orm'
import { ITEM_USE } from '#features/places/items/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { answering } from '#platform/server/questions.ts'
import { waits as waitsTable } from '../tables.ts'
import { itemUse } from './item-use.ts'
import { waitExpired, yourTurn } from './mails.ts'
import { waitMerge } from './merging.ts'
import { endingWaits, movingLines, reviseYourTurn } from './turns.ts'
import { addWaitRoutes } from './waits.routes.ts'

export const waits: Feature = {
  name: 'waits',
  start(deps) {
    deps.mails.revise(yourTurn, (content) => reviseYourTurn(deps.database.orm, deps, content))
  },
  jobs: [movingLines, endingWaits],
  routes: addWaitRoutes,
  mails: [yourTurn, waitExpired],
  answers: [answering(ITEM_USE, itemUse)],
  personalData: [
    {
      table: waitsTable,
      secret: ['leave_hash'],
      where: ({ id }) => eq(waitsTable.user_id, id),
    },
  ],
  merge: waitMerge,
}
