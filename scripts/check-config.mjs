// @ts-check
// `npm run check-config`: tries the settings, and changes nothing.
import { runServerCommand } from './project.mjs'

await runServerCommand('check-config')
