import { eq } from 'drizzle-orm'
import { WAITING } from '#features/lending/loans/server/door.ts'
import { MISSED_REQUESTS } from '#features/people/accounts/server/door.ts'
import { ITEM_USE } from '#features/places/items/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { answering } from '#platform/server/questions.ts'
import { waits as waitsTable } from '../tables.ts'
import { itemUse } from './item-use.ts'
import { findWaiting } from './line.queries.ts'
import { listMissed } from './listing.ts'
import { waitEnded, yourTurn } from './mails.ts'
import { waitMerge } from './merging.ts'
import { endingWaits, movingLines, reviseYourTurn } from './turns.ts'
import { addWaitRoutes } from './waits.routes.ts'

export const waits: Feature = {
  name: 'waits',
  start({ mails, database, clock }) {
    mails.revise(yourTurn, (content) => reviseYourTurn(database.orm, content, clock()))
  },
  jobs: [movingLines, endingWaits],
  routes: addWaitRoutes,
  mails: [yourTurn, waitEnded],
  answers: [
    answering(ITEM_USE, itemUse),
    answering(MISSED_REQUESTS, listMissed),
    answering(WAITING, findWaiting),
  ],
  personalData: [
    {
      table: waitsTable,
      secret: ['leave_hash'],
      where: ({ id }) => eq(waitsTable.user_id, id),
    },
  ],
  notExported: { ask_tries: 'empty but for a minute: the rows become waits' },
  merge: waitMerge,
}
