import type { Feature } from '#platform/server/feature.ts'
import { newcomerDeclined, newcomerLetIn, newcomersWait } from './mails.ts'
import { endOrTellOfWait, reviseNewcomersWait } from './newcomers.deciding.ts'
import { addNewcomerRoutes } from './newcomers.routes.ts'

/** Who waits for a moderator to let them in. */
export const newcomers: Feature = {
  name: 'newcomers',
  start({ mails, database }) {
    mails.revise(newcomersWait, (content) => reviseNewcomersWait(database.orm, content))
  },
  routes: addNewcomerRoutes,
  confirmed: endOrTellOfWait,
  mails: [newcomerLetIn, newcomerDeclined, newcomersWait],
}
