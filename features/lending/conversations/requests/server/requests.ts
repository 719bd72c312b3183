import { LENDING } from '#features/places/letterboxes/lent/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { answering } from '#platform/server/questions.ts'
import { lending } from './lending.queries.ts'
import { addRequestRoutes } from './requests.routes.ts'

export const requests: Feature = {
  name: 'requests',
  routes: addRequestRoutes,
  answers: [answering(LENDING, lending)],
}
