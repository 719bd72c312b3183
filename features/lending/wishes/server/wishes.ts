import { eq, or } from 'drizzle-orm'
import { ITEM_USE } from '#features/places/items/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { wishes as wishesTable } from '../tables.ts'
import { itemUse } from './item-use.ts'
import { wishAnswered } from './mails/wish-answered.ts'
import { nowAskable, wishConfirmation } from './mails.ts'
import { reviseAnswer } from './matching.ts'
import { wishMerge } from './merging.ts'
import { answeringWishes } from './wishes.jobs.ts'
import { deleteExpiredWishes } from './wishes.queries.ts'
import { addWishRoutes } from './wishes.routes.ts'

export const wishes: Feature = {
  name: 'wishes',
  start({ mails, database, clock }) {
    mails.revise(wishAnswered, (content) => reviseAnswer(database.orm, content, clock()))
  },
  jobs: [answeringWishes, cleaning(deleteExpiredWishes)],
  routes: addWishRoutes,
  mails: [nowAskable, wishAnswered, wishConfirmation],
  answers: [answering(ITEM_USE, itemUse)],
  personalData: [
    {
      table: wishesTable,
      where: (user) =>
        or(eq(wishesTable.user_id, user.id), leftUnderAddress(wishesTable.email, user)),
    },
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
