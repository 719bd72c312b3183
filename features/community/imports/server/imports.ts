import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { imports } from '../tables.ts'
import { takingOver } from './claiming.ts'
import { forgetOldFiles } from './files.queries.ts'
import { importing } from './imports.jobs.ts'
import { addImportRoutes } from './imports.routes.ts'

/** Letterboxes from CSV files: in the browser here, by `npm run import` in `imports.at-once.ts`. */
export const letterboxImports: Feature = {
  name: 'imports',
  routes: addImportRoutes,
  jobs: [importing, takingOver, cleaning(forgetOldFiles)],
  personalData: [
    {
      table: imports,
      // They hold personal data of other people.
      secret: ['content', 'choices', 'prepared', 'header', 'preview', 'claim'],
      where: ({ id }) => eq(imports.created_by, id),
    },
  ],
  notExported: {
    import_parts: 'rows of an uploaded file, about other people',
    import_problems: 'rows of an uploaded file, about other people',
    import_rows: 'says which import brought a letterbox, and where it was then',
  },
}
