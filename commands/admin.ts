import 'dotenv/config'
import { adminCommand } from './admin-command.ts'

/** Reads the same environment as `main.ts`. */
process.exitCode = await adminCommand(process.argv.slice(2), process.env)
