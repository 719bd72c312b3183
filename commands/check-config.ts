import 'dotenv/config'
import { checkConfigCommand } from './checking/check-config-command.ts'

/** Environment: as `main.ts`. */
process.exitCode = await checkConfigCommand(process.argv.slice(2), process.env)
