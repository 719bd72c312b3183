import 'dotenv/config'
import { backupCommand } from './backup-command.ts'

/** Environment: as `main.ts`. */
process.exitCode = await backupCommand(process.argv.slice(2), process.env)
