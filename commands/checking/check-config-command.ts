import {
  type Config,
  ConfigError,
  misspeltIn,
  readConfig,
  unusedIn,
} from '#platform/server/config.ts'
import { ListenError, tryAddress } from '#platform/server/http/listening.ts'
import { maskOf, secretsOf } from '#platform/server/masking.ts'
import { wordsOfUnused } from '#platform/server/public-demo-settings.ts'
import { readSecretFiles } from '#platform/server/secret-files.ts'
import { wordsOfMisspelt } from '#platform/server/setting-words.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import { readCommandLine, UsageError } from '../command-line.ts'
import { checkDatabase } from './database.ts'
import { type Check, type Finding, ok, warning, wrong } from './finding.ts'
import { checkIdentityProviders } from './identity-providers.ts'
import { checkInbound } from './inbound.ts'
import {
  checkBackups,
  checkNode,
  checkPayments,
  checkPush,
  checkRoom,
  checkStreets,
  checkUpdateFile,
} from './machine.ts'
import { checkMail } from './mail.ts'
import { checkOutside } from './outside.ts'
import { checkSender } from './sender.ts'

const HELP = withTypedCommands(`Usage: npm run check-config [-- options]

Checks the settings and changes nothing: database, mail server, DNS records of the sender
(SPF, DKIM, DMARC), incoming mail, login providers, public address, street map, disk, memory
and keys. Prints one line for each: ok, warning or wrong, and what to do.

Options
  --mail <address>  sends a test mail to this address
  --online          asks Stripe and PayPal whether the keys are valid
  --help            prints this text

Exit code: 0 nothing is wrong, 1 something is wrong, 2 wrong usage.
`)

const EXIT = { right: 0, wrong: 1, usage: 2 } as const

interface Command {
  mail: string | undefined
  online: boolean
}

function readArguments(args: string[]): Command | 'help' {
  const { values, positionals } = readCommandLine(args, {
    mail: { type: 'string' },
    online: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return 'help'
  if (positionals.length > 0) throw new UsageError(`${positionals[0]} is not an option.`)
  if (values.mail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(values.mail)) {
    throw new UsageError('--mail needs an address.')
  }
  return { mail: values.mail, online: values.online }
}

function checkSettings({
  production,
  adminEmail,
  publicUrl,
  publicDemo,
  security,
  staffSecondFactor,
}: Config): Finding[] {
  if (!production)
    return [
      warning(`NODE_ENV is not production: the settings are those of a trial, at ${publicUrl}`),
    ]
  const missing = [
    ...(adminEmail || publicDemo
      ? []
      : [
          'ADMIN_EMAIL is not set: set it, or check that there is an admin (npm run admin -- list)',
        ]),
    ...(security
      ? []
      : ['SECURITY_CONTACT is not set: people cannot report security problems to you']),
    ...(staffSecondFactor.required || publicDemo
      ? []
      : ['STAFF_SECOND_FACTOR is off: a password alone opens the back office']),
  ]
  return missing.length > 0 ? missing.map(warning) : [ok('the settings are valid')]
}

async function checkAddress(config: Config): Promise<Finding[]> {
  const address = `${config.host}, port ${config.port}`
  try {
    await tryAddress(config)
    return [ok(`${address} is free to listen on`)]
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    const isTaken =
      error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'EADDRINUSE'
    return [
      isTaken
        ? ok(`${address} is in use by the running server, as expected`)
        : wrong(error.message),
    ]
  }
}

function checksOf(config: Config, { mail, online }: Command): Check[] {
  return [
    checkNode,
    () => checkSettings(config),
    () => checkAddress(config),
    () => checkDatabase(config),
    () => checkMail(config, mail),
    () => checkSender(config),
    () => checkInbound(config),
    () => checkIdentityProviders(config),
    () => checkOutside(config),
    () => checkStreets(config),
    () => checkUpdateFile(config),
    () => checkRoom(config),
    () => checkBackups(config),
    () => checkPush(config),
    () => checkPayments(config, online),
  ]
}

/** Runs the checks one by one and reports each finding immediately. */
async function runChecks(checks: Check[], tell: (finding: Finding) => void): Promise<boolean> {
  let isRight = true
  for (const check of checks) {
    const findings = await Promise.resolve()
      .then(check)
      .catch((error: unknown) => [
        wrong(`not tried: ${error instanceof Error ? error.message : error}`),
      ])
    for (const finding of findings) tell(finding)
    isRight &&= findings.every(({ verdict }) => verdict !== 'wrong')
  }
  return isRight
}

/** `npm run check-config`: returns the exit code. */
export async function checkConfigCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
  write: (text: string) => void = (text) => process.stdout.write(text),
): Promise<number> {
  const mask = maskOf(secretsOf(readSecretFiles(environment).settings))
  const tell = ({ verdict, text }: Finding) =>
    write(`${verdict.padEnd(8)} ${mask(withTypedCommands(text))}\n`)
  try {
    const command = readArguments(args)
    if (command === 'help') {
      write(HELP)
      return EXIT.right
    }
    const config = readConfig(environment)
    for (const each of misspeltIn(environment)) tell(warning(wordsOfMisspelt(each)))
    const unused = unusedIn(environment)
    if (unused.length > 0) tell(warning(wordsOfUnused(unused)))
    return (await runChecks(checksOf(config, command), tell)) ? EXIT.right : EXIT.wrong
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${HELP}`)
      return EXIT.usage
    }
    if (!(error instanceof ConfigError)) throw error
    for (const line of error.message.split('\n')) tell(wrong(line))
    return EXIT.wrong
  }
}
