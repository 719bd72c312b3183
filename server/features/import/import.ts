import { eq } from 'drizzle-orm'
import { imports } from '../../db/schema.ts'
import type { Feature } from '../../feature.ts'
import { forgetOldFiles } from './import.files.queries.ts'
import { importing } from './import.job.ts'
import { addImportRoutes } from './import.routes.ts'

/** Letterboxes out of CSV files: by the browser here, by `npm run import` in `import.at-once.ts`. */
export const letterboxImports: Feature = {
  name: 'imports',
  routes: addImportRoutes,
  jobs: [importing],
  personalData: [
    {
      table: imports,
      // What others have in it is theirs.
      secret: ['content', 'prepared'],
      where: ({ id }) => eq(imports.created_by, id),
    },
  ],
  notExported: { import_rows: 'says which import brought a letterbox, and where it was then' },
  cleanUp: forgetOldFiles,
}
