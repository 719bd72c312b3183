// @ts-check
// `npm run backup -- [FILE.gz | FOLDER | -]`: the whole database in one file.
import { runServerCommand } from './project.mjs'

await runServerCommand('backup')
