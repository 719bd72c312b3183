import 'dotenv/config'
import { importSiteCommand } from './import-site-command.ts'

/** Reads the same environment as `main.ts`. */
process.exitCode = await importSiteCommand(process.argv.slice(2), process.env)
