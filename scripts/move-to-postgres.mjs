// @ts-check
// `npm run move-to-postgres`: from the embedded database to PostgreSQL.
import { runServerCommand } from './project.mjs'

await runServerCommand('move-to-postgres')
