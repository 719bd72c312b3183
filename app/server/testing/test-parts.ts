import { join } from 'node:path'
import { pino } from 'pino'
import { SettingsWatch } from '#features/community/settings/server/kept/settings-watch.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/client.ts'
import type { Given } from '#platform/server/deps.ts'
import { JobQueue } from '#platform/server/jobs/job-queue.ts'
import { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { createMailTransport } from '#platform/server/mail/mail-transport.ts'
import { ROOT } from '#platform/server/paths.ts'
import { StreetMap } from '#platform/server/street-map/street-map.ts'
import { FEATURES } from '../app.ts'

/** The pages of the web app's sources, which need no build. */
const WEB_SOURCE = join(ROOT, 'app', 'web')

export interface PartsOptions {
  config?: Partial<Config>
  deps?: Partial<Given>
  clock?: () => Date
}

export interface TestParts {
  parts: Given
  close(): Promise<void>
}

/** What the app of a test is built from. */
export async function createTestParts(
  database: Database,
  options: PartsOptions = {},
): Promise<TestParts> {
  const config: Config = {
    ...readConfig({
      NODE_ENV: 'test',
      CAPTCHA: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      STAFF_SECOND_FACTOR: 'off',
    }),
    ...options.config,
  }
  const logger = options.deps?.logger ?? pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
  const settings = new SettingsWatch(config, database, logger)
  const transport = createMailTransport(config, database, settings, readMailsOf(FEATURES))
  const jobs = new JobQueue(database, logger)
  const mails = new MailQueue(database, jobs, transport, logger)
  const streetMap = await StreetMap.open(config.streetMap)
  return {
    parts: {
      config,
      database,
      jobs,
      mails,
      settings,
      clock: options.clock ?? (() => new Date()),
      logger,
      streetMap,
      webFolder: WEB_SOURCE,
      helpFolder: '',
      // Tests make more parallel calls than users; platform/server/http/watching/load.test.ts sets limits.
      loadLimits: null,
      checkAnswers: true,
      siblings: null,
      ...options.deps,
    },
    async close() {
      await jobs.stop()
      transport.close()
      await streetMap.close()
    },
  }
}
