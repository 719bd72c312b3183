import type { LiveSource } from '#features/lending/conversations/events/server/door.ts'
import { findMessage } from '#features/lending/conversations/messages/server/door.ts'
import { countNewTransactions } from '#features/lending/conversations/views/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { addListRoutes } from './lists.routes.ts'

/** Loads the content of live events. */
export const liveSource: LiveSource = { countNewTransactions, findMessage }

export const lists: Feature = {
  name: 'lists',
  start({ pushes }) {
    pushes.countUnseenBy(countNewTransactions)
  },
  routes: addListRoutes,
}
