// @ts-check
// `npm run import -- letterboxes.csv`: imports a community's letterboxes from a CSV file.
import { runServerCommand } from './project.mjs'

// The file is relative to where the command was typed; settings and data belong to the project.
await runServerCommand('import', { IMPORT_FROM: process.env.INIT_CWD ?? process.cwd() })
