import 'dotenv/config'
import { receiveMailCommand } from './receive-mail-command.ts'

/** Reads the same environment as `main.ts`. */
process.exitCode = await receiveMailCommand(process.argv.slice(2), process.env, process.stdin)
