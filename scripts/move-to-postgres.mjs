// @ts-check
// `npm run move-to-postgres`: moves the data from the embedded database to PostgreSQL.
import { runServerCommand } from './project.mjs'

await runServerCommand('move-to-postgres')
