import 'dotenv/config'
import { importCommand } from './import-command.ts'

/** Reads the same environment as `main.ts`. */
process.exitCode = await importCommand(process.argv.slice(2), process.env)
