// @ts-check
// `npm run --silent receive-mail -- RECIPIENT < mail`: delivers a mail to the running server.
import { runServerCommand } from './project.mjs'

await runServerCommand('receive-mail')
