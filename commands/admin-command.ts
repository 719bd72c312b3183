import { FEATURES } from '#app/server/app.ts'
import { hasPublishedPassword } from '#app/server/demo/published-accounts.ts'
import { explain } from '#app/server/failures.ts'
import {
  grantTo,
  linkLines,
  listLines,
  RefusedError,
  revokeFrom,
  STAFF_ROLES,
  type StaffRole,
} from '#features/roles/server/door.ts'
import { SettingsWatch } from '#features/settings/server/door.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import { type Database, openDatabase } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import { createLogger } from '#platform/server/http/watching/logging.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { JobQueue } from '#platform/server/jobs/job-queue.ts'
import { MailQueue } from '#platform/server/mail/mail.queue.ts'
import { createMailTransport } from '#platform/server/mail/mail.transport.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { readCommandLine, UsageError } from './command-line.ts'

const HELP = `Usage: npm run admin -- list
       npm run admin -- grant EMAIL [--role admin|moderator]
       npm run admin -- revoke EMAIL [--force]
       npm run admin -- link

Says who administers and moderates the community, and changes it. A role is given to an account
with a confirmed address, whose owner is told by mail, and counts at once, as does its end.

  list               who is an admin or a moderator
  grant EMAIL        makes the account of that address an admin
  revoke EMAIL       makes it a member like others
  link               prints a link by which the address of ADMIN_EMAIL gets a password and
                     administers, where nobody does yet and no mail reaches it

Options
  --role <role>      of grant: admin or moderator (default admin)
  --force            of revoke: also the only admin
  --help             this text

The database is the server's own: DATABASE_URL, or DATA_DIR while the server is stopped.

Exit code: 0 done, 1 refused, 2 nothing could be done.
See docs/operation.md.
`

const EXIT = { done: 0, refused: 1, failed: 2 } as const

type Command =
  | { name: 'help' | 'list' | 'link' }
  | { name: 'grant'; email: string; role: StaffRole }
  | { name: 'revoke'; email: string; force: boolean }

function readArguments(args: string[]): Command {
  const { values, positionals } = readCommandLine(args, {
    role: { type: 'string' },
    force: { type: 'boolean' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return { name: 'help' }
  const [name, email, ...more] = positionals
  if (values.role !== undefined && name !== 'grant') throw new UsageError('--role is for grant.')
  if (values.force !== undefined && name !== 'revoke')
    throw new UsageError('--force is for revoke.')
  if ((name === 'list' || name === 'link') && email === undefined) return { name }
  if (name !== 'grant' && name !== 'revoke')
    throw new UsageError('Say list, grant, revoke or link.')
  if (!email || more.length > 0) throw new UsageError(`Name one address to ${name}.`)
  if (name === 'revoke') return { name, email, force: values.force ?? false }
  const role = STAFF_ROLES.find((staffRole) => staffRole === (values.role ?? 'admin'))
  if (!role) throw new UsageError(`--role is one of ${STAFF_ROLES.join(', ')}.`)
  return { name, email, role }
}

/** Whoever gets or loses a role is told: by the server that runs, or by the next start. */
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

async function refusePublished({ orm }: Database, { production }: Config, email: string) {
  const user = await findUserByEmail(orm, email)
  if (production && user && (await hasPublishedPassword(user))) {
    throw new RefusedError(`Everybody knows the password of ${user.email}: change it first.`)
  }
}

async function obey(command: Command, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const config = readConfig(environment)
  const database = await openDatabase(config)
  const { orm } = database
  try {
    if (command.name === 'grant') {
      await refusePublished(database, config, command.email)
      return await withMails(database, config, (deps) => grantTo(orm, deps, command))
    }
    if (command.name === 'revoke') {
      return await withMails(database, config, (deps) => revokeFrom(orm, deps, command))
    }
    if (command.name === 'link') return await linkLines(orm, { config }, new Date())
    return await listLines(orm)
  } finally {
    await database.close()
  }
}

/** `npm run admin`: answers the exit code. */
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
    const refused = error instanceof RefusedError
    const text =
      error instanceof UsageError ? `${error.message}\n\n${HELP}` : explain(error, environment)
    process.stderr.write(`${refused ? error.message : text}\n`)
    return refused ? EXIT.refused : EXIT.failed
  }
}
