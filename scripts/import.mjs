// @ts-check
// `npm run import -- letterboxes.csv`: a community's own letterboxes from a CSV file.
import { runServerCommand } from './project.mjs'

// A file is named from where the command was typed; settings and data belong to the project.
await runServerCommand('import', { IMPORT_FROM: process.env.INIT_CWD ?? process.cwd() })
