// @ts-check
// `npm run dkim-key -- FILE`: creates a key for signing mails.
import { runServerCommand } from './project.mjs'

await runServerCommand('dkim-key')
