import 'dotenv/config'
import { checkConfigCommand } from './checking/check-config-command.ts'

/** Reads the same environment as `main.ts`. */
process.exitCode = await checkConfigCommand(process.argv.slice(2), process.env)
