import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { SettingsWatch } from '#features/community/settings/server/door.ts'
import type { PushQueue } from '#features/people/notifications/server/door.ts'
import type { LetterboxFeed } from '#features/places/letterboxes/map-index/server/door.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { Feature } from './feature.ts'
import type { AnnouncedCaches } from './http/announced-caches.ts'
import type { LoadLimits } from './http/watching/load.ts'
import type { Captcha } from './identity/captcha/captcha.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { KeyWatch } from './keys/key-watch.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { Siblings } from './processes/siblings.ts'
import type { StreetMap } from './street-map/street-map.ts'

/** The inputs of a process: everything that a test can replace. */
export interface Given {
  config: Config
  database: Database
  jobs: JobQueue
  mails: MailQueue
  /** The community's settings, cached in this process because every page and every start of the app reads them. */
  settings: SettingsWatch
  clock: () => Date
  logger: FastifyBaseLogger
  /** The community's own street map; empty if it has none. */
  streetMap: StreetMap
  /** The built web app. Without it, as in development, the server only answers API calls. */
  webFolder: string
  /** The built documentation; may be missing as well. */
  helpFolder: string
  /** Limits above which calls are rejected; null: no limits. */
  loadLimits: LoadLimits | null
  /** Whether each response is validated against its contract, which takes longer than writing it. */
  checkAnswers: boolean
  /** The processes that share the port; null if this is the only one. */
  siblings: Siblings | null
}

/** Everything that the features use; all wiring happens here. */
export interface Deps extends Given {
  captcha: Captcha
  /** The keys, cached in memory. */
  keys: KeyWatch
  /** Keeps this process's letterbox index in step with the database. */
  letterboxFeed: LetterboxFeed
  /** Response caches that database triggers invalidate. */
  announcedCaches: AnnouncedCaches
  /** Sends pushes to subscribed browsers. */
  pushes: PushQueue
  /** The metrics for `/metrics`; features add their own. */
  metrics: Registry
  /** All features: exporting or removing an account calls each of them. */
  features: readonly Feature[]
}

/** Dependencies for writing a mail. */
export type MailDeps = Pick<Deps, 'mails' | 'config'>

/** Dependencies for notifying a user at the frequency they chose. */
export type NotifyDeps = Pick<Deps, 'mails' | 'config' | 'pushes' | 'settings'>
