import type { TestProject } from 'vitest/node'
import type { DatabaseTemplate } from './database-template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseTemplate: DatabaseTemplate
  }
}

/** Where the project that comes first leaves the template, as JSON, for those after it in this process. */
const MADE = 'DATABASE_TEMPLATE_OF_THIS_RUN'

/**
 * `TEST_DATABASE_URL` chooses PostgreSQL for all API tests; without it they run embedded. The projects of vitest.config.ts
 * are set up one after the other, each with modules of its own. To load the application for the template, and to
 * make it, takes seconds: the first project does it for all.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const made = process.env[MADE]
  if (made !== undefined) {
    project.provide('databaseTemplate', JSON.parse(made))
    return async () => {}
  }
  const { makeTemplate } = await import('./database-template.ts')
  const { template, remove } = await makeTemplate(process.env.TEST_DATABASE_URL)
  process.env[MADE] = JSON.stringify(template)
  project.provide('databaseTemplate', template)
  return async () => {
    delete process.env[MADE]
    await remove()
  }
}
