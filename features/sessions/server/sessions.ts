import type { Feature } from '#platform/server/feature.ts'
import { fileTaken } from './mails/file-taken.ts'
import { newDevice } from './mails/new-device.ts'
import { addSessionRoutes } from './sessions.routes.ts'

export const sessions: Feature = {
  name: 'sessions',
  routes: addSessionRoutes,
  mails: [fileTaken, newDevice],
}
