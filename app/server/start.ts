import { SettingsWatch } from '#features/community/settings/server/door.ts'
import { appointAdmin, offerSetUp, type SetUp } from '#features/people/roles/server/door.ts'
import { communityId } from '#platform/server/backup/backed-up-community.ts'
import { BACKUP_REQUEST, backupAnswer } from '#platform/server/backup/backup-request.ts'
import { type Config, hasPasswordsInTheClear } from '#platform/server/config.ts'
import { type Database, openDatabase } from '#platform/server/db/client.ts'
import { isDatabaseUnavailable } from '#platform/server/db/database-errors.ts'
import { answerRequests } from '#platform/server/db/holder-requests.ts'
import { countUnknownMigrations, newerSchema } from '#platform/server/db/newer-schema.ts'
import type { Given } from '#platform/server/deps.ts'
import { ListenError } from '#platform/server/http/listening.ts'
import { LOAD_LIMITS } from '#platform/server/http/watching/load.ts'
import { createLogger } from '#platform/server/http/watching/logging.ts'
import { JobQueue } from '#platform/server/jobs/job-queue.ts'
import { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { createMailTransport } from '#platform/server/mail/mail-transport.ts'
import { HELP_FOLDER, WEB_FOLDER } from '#platform/server/paths.ts'
import type { Siblings } from '#platform/server/processes/siblings.ts'
import { StreetMap } from '#platform/server/street-map/street-map.ts'
import { adminAnswers } from './administering.ts'
import { buildApp, FEATURES } from './app.ts'
import { type DemoAccount, findDemoAccounts } from './demo/accounts.ts'
import { seedDemo } from './demo/demo.ts'
import { beginPublicDemo, leavePublicDemo } from './demo/public-demo.ts'
import { lockPublishedAccounts } from './demo/published-accounts.ts'

/** Reports steps of a start that take noticeable time. */
export type Progress = (step: string) => void

export interface RunningServer {
  address: string
  /** Demo accounts that anyone may log in with; empty outside of a demo. */
  demoAccounts: DemoAccount[]
  setUp: SetUp
  stop(): Promise<void>
}

export interface StartOptions {
  /** Called for each step that takes noticeable time. */
  progress?: Progress
  /** The processes that share the port; null if this is the only one. */
  siblings?: Siblings | null
  /** Whether this process belongs to the initial start: only the first process prints one-time messages. */
  first?: boolean
}

/** Fills in the demo community if the settings ask for it, with progress at each quarter. */
async function fillDemo(
  database: Database,
  { demo, publicDemo, production }: Config,
  progress: Progress,
): Promise<void> {
  let shown = 0
  const onProgress = (done: number, total: number) => {
    const percent = Math.floor((done / total) * 4) * 25
    if (percent > shown) progress(`Filling the demo community: ${percent} %`)
    shown = percent
  }
  if (publicDemo) return beginPublicDemo(database, { now: new Date(), onProgress })
  await leavePublicDemo(database)
  if (demo) await seedDemo(database, { withAdmin: !production, onProgress })
}

/** Opens the database, fills empty tables and listens. On failure it closes everything it opened. */
export async function startServer(
  config: Config,
  options: StartOptions = {},
): Promise<RunningServer> {
  const streetMap = await StreetMap.open(config.streetMap)
  try {
    return await startWith(streetMap, config, options)
  } catch (error) {
    await streetMap.close()
    throw error
  }
}

/**
 * Only after the server is ready: a failed start must not use it up. If the database disconnects at this moment, the
 * server keeps running, and the next start offers it.
 */
export async function offerOnce(
  database: Pick<Database, 'orm' | 'withLock'>,
  config: Config,
  now: Date,
  logger: Pick<ReturnType<typeof createLogger>, 'warn'>,
): Promise<SetUp> {
  let setUp: SetUp = null
  try {
    await database.withLock('start', async () => {
      setUp = await offerSetUp(database.orm, config, now)
    })
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    logger.warn({ err: error }, 'the database was lost before the set-up link could be printed')
  }
  return setUp
}

async function startWith(
  streetMap: StreetMap,
  config: Config,
  { progress = () => {}, siblings = null, first = true }: StartOptions,
): Promise<RunningServer> {
  const logger = createLogger(config.logLevel, { secrets: config.secrets })
  progress(config.databaseUrl ? 'Connecting to PostgreSQL' : 'Opening the embedded database')
  const database = await openDatabase(config, (error) =>
    logger.warn({ err: error }, 'database connection lost'),
  )
  try {
    const unknown = await countUnknownMigrations(database)
    if (first && unknown > 0) logger.warn(newerSchema(unknown))
    const settings = new SettingsWatch(config, database, logger)
    const transport = createMailTransport(config, database, settings, readMailsOf(FEATURES))
    const jobs = new JobQueue(database, logger)
    const mails = new MailQueue(database, jobs, transport, logger)
    await database.withLock('start', async () => {
      for (const { fill } of FEATURES) await fill?.(database.orm)
      await communityId(database.orm)
      await fillDemo(database, config, progress)
      if (!config.production || config.publicDemo) return
      const locked = await lockPublishedAccounts(database.orm, config)
      if (locked > 0)
        logger.warn({ locked }, 'demo accounts, whose password is public, were locked')
    })
    const clock = () => new Date()
    const parts: Given = {
      config,
      database,
      jobs,
      mails,
      settings,
      clock,
      logger,
      streetMap,
      webFolder: WEB_FOLDER,
      helpFolder: HELP_FOLDER,
      loadLimits: LOAD_LIMITS,
      checkAnswers: false,
      siblings,
    }
    const { app } = await buildApp(parts)
    await database.withLock('start', async () => {
      await jobs.prepare()
      await jobs.takeUp()
      await mails.prepare()
      await database.orm.transaction((tx) => appointAdmin(tx, { mails, config, clock }))
    })
    await jobs.work()
    if (first && config.production && !config.smtpUrl && !config.publicDemo) {
      logger.warn('SMTP_URL is not set: mails are stored in the database and not sent')
    }
    answerRequests(database, {
      [BACKUP_REQUEST]: backupAnswer(database, config, logger),
      ...adminAnswers(database, { config, clock, mails, features: FEATURES }, logger),
    })
    if (first && config.production && hasPasswordsInTheClear(config)) {
      logger.warn('PUBLIC_URL begins with http: passwords are sent unencrypted')
    }
    const { host, port } = config
    const address = await app.listen({ host, port }).catch((error: unknown) => {
      throw new ListenError(error, config)
    })
    const setUp = first ? await offerOnce(database, config, clock(), logger) : null
    return {
      address,
      setUp,
      demoAccounts: config.demo ? await findDemoAccounts(database.orm) : [],
      async stop() {
        await app.close()
        await jobs.stop()
        transport.close()
        await database.close()
        await streetMap.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
