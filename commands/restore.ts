import 'dotenv/config'
import { restoreCommand } from './restore-command.ts'

/** Reads the same environment as `main.ts`. */
process.exitCode = await restoreCommand(process.argv.slice(2), process.env)
