import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readConfig } from '#platform/server/config.ts'
import { dkimEntry, readDkim } from '#platform/server/mail/dkim.ts'
import { newDkimKey } from '#platform/server/mail/dkim-keys.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import { readCommandLine, UsageError } from './command-line.ts'

const HELP = withTypedCommands(`Usage: npm run dkim-key -- <file>

Creates a key that signs mails (DKIM), in a file that only its owner can read, and prints the DNS
record and the settings that it needs. Never overwrites a file.
`)

/** @returns the exit code: 0 created, 1 not writable, 2 wrong usage */
export async function dkimKeyCommand(
  args: string[],
  environment: Record<string, string | undefined>,
  say: (text: string) => void = (text) => process.stdout.write(text),
): Promise<number> {
  try {
    const { values, positionals } = readCommandLine(args, { help: { type: 'boolean', short: 'h' } })
    const [file, ...more] = positionals
    if (values.help) {
      say(HELP)
      return 0
    }
    if (!file || more.length > 0) throw new UsageError('Name one file for the key.')
    const keyFile = resolve(file)
    const config = readConfig({ ...environment, DKIM_KEY: keyFile })
    await writeFile(keyFile, await newDkimKey(), { mode: 0o600, flag: 'wx' })
    const dkim = readDkim(config)
    if (!dkim) throw new Error('The key could not be read again.')
    const { name, text } = dkimEntry(dkim)
    say(`The key is in ${keyFile}.

1. Add this TXT record to the DNS:
   ${name}
   ${text}
2. Add these settings:
   DKIM_KEY=${keyFile}
   DKIM_SELECTOR=${dkim.keySelector}
3. When the record is visible, run ${withTypedCommands('npm run check-config')}
`)
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    const why = error instanceof Error ? error.message : String(error)
    say(isUsage ? `${why}\n\n${HELP}` : `${why}\n`)
    return isUsage ? 2 : 1
  }
}
