// @ts-check
// `npm run dkim-key -- FILE`: makes a key with which mails are signed.
import { runServerCommand } from './project.mjs'

await runServerCommand('dkim-key')
