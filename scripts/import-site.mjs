// @ts-check
// `npm run import-site -- FOLDER`: takes a whole site over from a folder of CSV files.
import { runServerCommand } from './project.mjs'

// The folder is relative to where the command was typed; settings and data belong to the project.
await runServerCommand('import-site', { IMPORT_FROM: process.env.INIT_CWD ?? process.cwd() })
