// @ts-check
// `npm run backup -- [FILE.gz | FOLDER | -]`: all that the database holds, in one file.
import { runServerCommand } from './project.mjs'

await runServerCommand('backup')
