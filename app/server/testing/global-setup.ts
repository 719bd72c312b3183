import type { TestProject } from 'vitest/node'
import type { DatabaseTemplate } from './database-template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseTemplate: DatabaseTemplate
  }
}

/** Where the first project stores the template as JSON for later projects in this process. */
const MADE = 'DATABASE_TEMPLATE_OF_THIS_RUN'

/**
 * `TEST_DATABASE_URL` chooses PostgreSQL for all API tests; without it they use the embedded database. vitest.config.ts
 * sets up its projects one after the other, each with its own modules. Loading the app and creating the template takes
 * seconds, so the first project does it for all.
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
