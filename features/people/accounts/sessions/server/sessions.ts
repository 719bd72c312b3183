import type { Feature } from '#platform/server/feature.ts'
import { fileTaken, newDevice } from './mails.ts'
import { addSessionRoutes } from './sessions.routes.ts'

export const sessions: Feature = {
  name: 'sessions',
  routes: addSessionRoutes,
  mails: [fileTaken, newDevice],
}
