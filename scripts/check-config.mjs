// @ts-check
// `npm run check-config`: validates the settings without changing anything.
import { runServerCommand } from './project.mjs'

await runServerCommand('check-config')
