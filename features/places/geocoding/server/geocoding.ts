import { PRODUCT_WORD } from '#features/people/accounts/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { deleteOldAnswers } from './geocoding.queries.ts'
import { addGeocodingRoutes } from './geocoding.routes.ts'
import { placeIndex } from './offline.ts'
import { findExact } from './place-index.ts'
import { foldSaint } from './place-names.ts'

async function isPlace(name: string): Promise<boolean> {
  const index = await placeIndex()
  const folded = foldName(name)
  return [folded, foldSaint(folded)].some((key) => findExact(index, key).length > 0)
}

export const geocoding: Feature = {
  name: 'geocoding',
  routes: addGeocodingRoutes,
  answers: [answering(PRODUCT_WORD, (_db, word) => isPlace(word))],
  jobs: [cleaning(deleteOldAnswers)],
}
