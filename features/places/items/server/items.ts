import { PRODUCT_WORD } from '#features/people/accounts/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { addAdminItemRoutes } from './admin/items.routes.ts'
import { deleteForgotten } from './artwork/artwork.queries.ts'
import { addArtworkRoutes } from './artwork/artwork.routes.ts'
import { isItemWord } from './item-words.ts'
import { addItemRoutes } from './items.routes.ts'
import { seedItems } from './seed.ts'

export { STICKERS_FOLDER } from './item-files.ts'

export const items: Feature = {
  name: 'items',
  fill: seedItems,
  routes(app, deps) {
    addItemRoutes(app, deps)
    addAdminItemRoutes(app, deps)
    addArtworkRoutes(app, deps)
  },
  answers: [answering(PRODUCT_WORD, isItemWord)],
  jobs: [cleaning(deleteForgotten)],
}
