import { defineConfig } from 'drizzle-kit'

/** Used by `npm run migration -- --name what_changes`, which generates a migration for changes to the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './app/server/tables.ts',
  out: './platform/server/db/migrations',
})
