import { createInterface } from 'node:readline/promises'
import {
  type AdminQuestion,
  answerQuestion,
  askRunningServer,
  changeRole,
  isAdminQuestion,
  type RoleChange,
} from '#app/server/administering.ts'
import { FEATURES } from '#app/server/app.ts'
import { explain } from '#app/server/failures.ts'
import {
  isKeyId,
  KeyRefusedError,
  ROTATED_KEYS,
  type RotateCommand,
  rotateLines,
  stepsInstead,
  whatBreaks,
} from '#features/community/operations/keys/server/door.ts'
import { SettingsWatch } from '#features/community/settings/server/door.ts'
import { RefusedError } from '#features/people/roles/server/door.ts'
import { resetSecondFactor } from '#features/people/sign-in/second-factors/server/door.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import { type Database, openDatabase } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import { createLogger } from '#platform/server/http/watching/logging.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { JobQueue } from '#platform/server/jobs/job-queue.ts'
import { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { createMailTransport } from '#platform/server/mail/mail-transport.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { TASKS, type Task, tasksOf } from '#platform/shared/tasks.ts'
import { readCommandLine, UsageError } from './command-line.ts'

const HELP = withTypedCommands(`Usage: npm run admin -- list
       npm run admin -- grant EMAIL [--role admin|moderator | --task TASK ...]
       npm run admin -- revoke EMAIL [--task TASK ...] [--force]
       npm run admin -- link
       npm run admin -- reset-second-factor EMAIL
       npm run admin -- keys
       npm run admin -- rotate-key NAME [--yes] [--at-once | --activate]

Lists who has which tasks, and grants and revokes them; lists keys and rotates them. An account needs a confirmed
address to get a task. Its owner is notified by mail, and every change takes effect at once.

  list               lists the members with tasks
  grant EMAIL        makes the account with that address an admin, or gives it further tasks
  revoke EMAIL       makes it an ordinary member, or removes single tasks
  reset-second-factor EMAIL
                     for a member who has lost it: removes the second factor and all passkeys, and
                     ends all sessions. The member then logs in with the password or a mailed link;
                     with tasks, STAFF_SECOND_FACTOR_GRACE_DAYS are left to set up a new one
  link               prints a link with which the owner of ADMIN_EMAIL sets a password and becomes
                     the first admin, if there is none yet and mails cannot be sent
  keys               lists keys and secrets, where they are and since when; never their values
  rotate-key NAME    replaces a key that the server creates itself, after a confirmation, and
                     notifies the admins by mail; for other keys, prints what to do. Running
                     servers use the new key without a restart

Options
  --role <role>      grant: admin (has every task; the default) or moderator (moderation and map)
  --task <task>      grant, revoke: moderation, shipping, treasury, map, texts or administration;
                     repeat the option for several tasks
  --force            revoke: also the only admin
  --yes              rotate-key: does not ask for confirmation
  --at-once          rotate-key: also invalidates what was made with the previous key
  --activate         rotate-key dkim: signs with the next key without checking its DNS record
  --help             prints this text

Uses the server's database: DATABASE_URL, or DATA_DIR. With DATA_DIR, a running server carries out list, grant,
revoke, link and keys; stop it before other commands.

Exit code: 0 done, 1 refused, 2 failed without a change.
See docs/operation.md and docs/keys.md.
`)

const EXIT = { done: 0, refused: 1, failed: 2 } as const

type Command =
  | { name: 'help' }
  | { name: AdminQuestion }
  | { name: 'rotate-key'; key: RotateCommand; yes: boolean }
  | { name: 'reset-second-factor'; email: string }
  | RoleChange

const isRoleChange = (command: Command): command is RoleChange =>
  command.name === 'grant' || command.name === 'revoke'

function readTasks(names: string[]): Task[] {
  return names.map((name) => {
    const task = TASKS.find((each) => each === name)
    if (!task) throw new UsageError(`--task must be one of ${TASKS.join(', ')}.`)
    return task
  })
}

const STAFF_ROLES = ['admin', 'moderator'] as const

function tasksOfRole(name: string): Task[] {
  const role = STAFF_ROLES.find((each) => each === name)
  if (!role) throw new UsageError(`--role must be one of ${STAFF_ROLES.join(', ')}.`)
  return tasksOf({ role_id: ROLE_ID[role], tasks: [] })
}

function readKeyId(name: string): RotateCommand['id'] {
  if (isKeyId(name)) return name
  throw new UsageError(
    `No key is called ${name}: rotate-key rotates ${ROTATED_KEYS.join(', ')}; keys lists all.`,
  )
}

function readArguments(args: string[]): Command {
  const { values, positionals } = readCommandLine(args, {
    role: { type: 'string' },
    task: { type: 'string', multiple: true },
    force: { type: 'boolean' },
    yes: { type: 'boolean' },
    'at-once': { type: 'boolean' },
    activate: { type: 'boolean' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return { name: 'help' }
  const [name, email, ...more] = positionals
  if (values.role !== undefined && name !== 'grant')
    throw new UsageError('--role is an option of grant only.')
  if (values.task !== undefined && name !== 'grant' && name !== 'revoke')
    throw new UsageError('--task is an option of grant and revoke only.')
  if (values.force !== undefined && name !== 'revoke')
    throw new UsageError('--force is an option of revoke only.')
  const { yes = false, 'at-once': atOnce = false, activate = false } = values
  if (name !== 'rotate-key' && (yes || atOnce || activate))
    throw new UsageError('--yes, --at-once and --activate are options of rotate-key only.')
  if (name !== undefined && isAdminQuestion(name) && email === undefined) return { name }
  if (name === 'rotate-key') {
    if (!email || more.length > 0) throw new UsageError('Name one key to rotate.')
    return { name, key: { id: readKeyId(email), atOnce, activate }, yes }
  }
  if (name !== 'grant' && name !== 'revoke' && name !== 'reset-second-factor')
    throw new UsageError(
      'Name a command: list, grant, revoke, link, reset-second-factor, keys or rotate-key.',
    )
  if (!email || more.length > 0) throw new UsageError(`Name one address to ${name}.`)
  if (name === 'reset-second-factor') return { name, email }
  const tasks = values.task && readTasks(values.task)
  if (name === 'revoke') return { name, email, tasks: tasks ?? 'all', force: values.force ?? false }
  if (tasks && values.role !== undefined) throw new UsageError('Use --role or --task, not both.')
  return { name, email, tasks: tasks ?? tasksOfRole(values.role ?? 'admin') }
}

/** Mails to people who get or lose a role are sent by the running server, or by its next start. */
async function withMails<T>(
  database: Database,
  config: Config,
  work: (deps: MailDeps & { clock: () => Date }) => Promise<T>,
): Promise<T> {
  const logger = createLogger('silent')
  const settings = new SettingsWatch(config, database, logger)
  const transport = createMailTransport(config, database, settings, readMailsOf(FEATURES))
  const jobs = new JobQueue(database, logger)
  try {
    const mails = new MailQueue(database, jobs, transport, logger)
    await jobs.prepare()
    return await work({ mails, config, clock: () => new Date() })
  } finally {
    await jobs.stop()
    transport.close()
  }
}

/** @throws {RefusedError} */
async function resetSecondFactorOf(
  { orm }: Database,
  deps: MailDeps & { clock: () => Date },
  email: string,
): Promise<string[]> {
  const user = await findUserByEmail(orm, email)
  if (!user) throw new RefusedError(`No account has the address ${email}.`)
  await orm.transaction((tx) => resetSecondFactor(tx, deps, user, 'command'))
  return [
    `${user.email} is logged out on all devices and can log in with the password or a mailed link.`,
  ]
}

/** Asks the person at the terminal; without a terminal, `--yes` is required. */
async function confirmRotation({ key, yes }: { key: RotateCommand; yes: boolean }): Promise<void> {
  if (yes) return
  const { stdin, stdout } = process
  stdout.write(`  ${whatBreaks(key.id)}\n`)
  if (!stdin.isTTY)
    throw new KeyRefusedError(
      'Nothing was changed: without a terminal, add --yes to rotate the key.',
    )
  const reader = createInterface({ input: stdin, output: stdout })
  try {
    const answer = await reader.question(`  Rotate ${key.id}? Type yes: `)
    if (answer.trim().toLowerCase() !== 'yes') throw new KeyRefusedError('Nothing was changed.')
  } finally {
    reader.close()
  }
}

async function obey(
  command: Exclude<Command, { name: 'help' }>,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  const config = readConfig(environment)
  const keysDeps = { config, clock: () => new Date(), features: FEATURES }
  if (command.name === 'rotate-key') {
    const steps = stepsInstead(command.key, keysDeps)
    if (steps) return steps
    await confirmRotation(command)
  }
  const { name } = command
  const asked = isRoleChange(command) ? command : isAdminQuestion(name) && name
  if (asked && !config.databaseUrl) {
    const lines = await askRunningServer(config.dataDir, asked)
    if (lines) return lines
  }
  const database = await openDatabase(config)
  const { orm } = database
  try {
    if (isRoleChange(command)) {
      return await withMails(database, config, (deps) => changeRole(database, deps, command))
    }
    if (command.name === 'reset-second-factor') {
      const { email } = command
      return await withMails(database, config, (deps) => resetSecondFactorOf(database, deps, email))
    }
    if (command.name === 'rotate-key') {
      const { key } = command
      return await withMails(database, config, ({ mails }) =>
        rotateLines(orm, { ...keysDeps, mails }, key),
      )
    }
    return await answerQuestion(database, keysDeps, command.name)
  } finally {
    await database.close()
  }
}

/** `npm run admin`: returns the exit code. */
export async function adminCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const command = readArguments(args)
    if (command.name === 'help') {
      process.stdout.write(HELP)
      return EXIT.done
    }
    const lines = await obey(command, environment)
    process.stdout.write(lines.map((line) => `  ${line}\n`).join(''))
    return EXIT.done
  } catch (error) {
    const refused = error instanceof RefusedError || error instanceof KeyRefusedError
    const text =
      error instanceof UsageError ? `${error.message}\n\n${HELP}` : explain(error, environment)
    process.stderr.write(`${refused ? error.message : text}\n`)
    return refused ? EXIT.refused : EXIT.failed
  }
}
