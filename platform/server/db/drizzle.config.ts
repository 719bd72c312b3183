import { defineConfig } from 'drizzle-kit'

/** For `npm run migration -- --name what_changes`: what the tables need that no migration has yet. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './app/server/tables.ts',
  out: './platform/server/db/migrations',
})
