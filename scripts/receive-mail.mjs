// @ts-check
// `npm run --silent receive-mail -- RECIPIENT < mail`: hands a mail over to the running server.
import { runServerCommand } from './project.mjs'

await runServerCommand('receive-mail')
