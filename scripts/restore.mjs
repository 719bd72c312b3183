// @ts-check
// `npm run restore -- FILE.gz`: restores a backup into an empty database.
import { runServerCommand } from './project.mjs'

await runServerCommand('restore')
