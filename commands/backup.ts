import 'dotenv/config'
import { backupCommand } from './backup-command.ts'

/** Reads the same environment as `main.ts`. */
process.exitCode = await backupCommand(process.argv.slice(2), process.env)
