import type { Feature } from '#platform/server/feature.ts'
import { endOrTellOfWait, reviseNewcomersWait } from './deciding.ts'
import { newcomerDeclined, newcomerLetIn, newcomersWait } from './mails.ts'
import { addNewcomerRoutes } from './newcomers.routes.ts'

/** Newcomers who wait for a moderator. */
export const newcomers: Feature = {
  name: 'newcomers',
  start(deps) {
    const { mails, database } = deps
    mails.revise(newcomersWait, (content) => reviseNewcomersWait(database.orm, deps, content))
  },
  routes: addNewcomerRoutes,
  confirmed: endOrTellOfWait,
  mails: [newcomerLetIn, newcomerDeclined, newcomersWait],
}
