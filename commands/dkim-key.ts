import 'dotenv/config'
import { dkimKeyCommand } from './dkim-key-command.ts'

/** Reads the same environment as `main.ts`. */
process.exitCode = await dkimKeyCommand(process.argv.slice(2), process.env)
