import { eq, or } from 'drizzle-orm'
import { MISSED_REQUESTS } from '#features/people/accounts/server/door.ts'
import { ITEM_USE } from '#features/places/items/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { ask_tries, wishes as wishesTable } from '../tables.ts'
import { deleteOldTries, listMissed } from './ask-tries.queries.ts'
import { itemUse } from './item-use.ts'
import { wishAnswered } from './mails/wish-answered.ts'
import { nowAskable, wishConfirmation } from './mails.ts'
import { reviseAnswer } from './matching.ts'
import { wishMerge } from './merging.ts'
import { reviseNowAskable } from './telling-ask-tries.ts'
import { answeringWishes } from './wishes.jobs.ts'
import { deleteExpiredWishes } from './wishes.queries.ts'
import { addWishRoutes } from './wishes.routes.ts'

export const wishes: Feature = {
  name: 'wishes',
  start({ mails, database, clock }) {
    mails.revise(nowAskable, (content) => reviseNowAskable(database.orm, content))
    mails.revise(wishAnswered, (content) => reviseAnswer(database.orm, content, clock()))
  },
  jobs: [answeringWishes, cleaning(deleteExpiredWishes), cleaning(deleteOldTries)],
  routes: addWishRoutes,
  mails: [nowAskable, wishAnswered, wishConfirmation],
  answers: [answering(ITEM_USE, itemUse), answering(MISSED_REQUESTS, listMissed)],
  personalData: [
    {
      table: wishesTable,
      where: (user) =>
        or(eq(wishesTable.user_id, user.id), leftUnderAddress(wishesTable.email, user)),
    },
    { table: ask_tries, where: (user) => eq(ask_tries.user_id, user.id) },
  ],
  notExported: {
    wish_tokens: 'secrets of links',
    wish_matches: "other people's letterboxes, which may be hidden by now",
  },
  merge: wishMerge,
  removal: {
    async after(tx, _deps, { account }) {
      await tx.delete(wishesTable).where(leftUnderAddress(wishesTable.email, account))
    },
  },
}
