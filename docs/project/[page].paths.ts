import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_PAGES, REPOSITORY } from '../.vitepress/pages.ts'

/** Documents outside docs/ that are pages of the site. */
export default {
  paths: () =>
    Object.entries(PROJECT_PAGES).map(([file, page]) => ({
      params: { page },
      content: readFileSync(join(REPOSITORY, file), 'utf8'),
    })),
}
