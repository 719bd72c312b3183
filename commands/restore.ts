import 'dotenv/config'
import { restoreCommand } from './restore-command.ts'

/** Environment: as `main.ts`. */
process.exitCode = await restoreCommand(process.argv.slice(2), process.env)
