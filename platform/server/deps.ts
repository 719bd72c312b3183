import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { SettingsWatch } from '#features/community/settings/server/door.ts'
import type { PushQueue } from '#features/people/notifications/server/door.ts'
import type { LetterboxFeed } from '#features/places/letterboxes/server/door.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { Feature } from './feature.ts'
import type { AnnouncedCaches } from './http/announced-caches.ts'
import type { LoadLimits } from './http/watching/load.ts'
import type { Captcha } from './identity/captcha/captcha.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { KeyWatch } from './keys/key-watch.ts'
import type { MailQueue } from './mail/mail.queue.ts'
import type { Siblings } from './processes/siblings.ts'
import type { StreetMap } from './street-map/street-map.ts'

/** What a process is given: everything that can be another in a test. */
export interface Given {
  config: Config
  database: Database
  jobs: JobQueue
  mails: MailQueue
  /** What the community has set, as this process knows it: every page and every start of the app asks. */
  settings: SettingsWatch
  clock: () => Date
  logger: FastifyBaseLogger
  /** The community's own; empty where it has none. */
  streetMap: StreetMap
  /** The built web app. Without it, as while developing, there are only the calls. */
  webFolder: string
  /** The built documentation, likewise. */
  helpFolder: string
  /** Past what calls are turned away; null: never. */
  loadLimits: LoadLimits | null
  /** Whether each answer is compared with its contract, which takes longer than writing it. */
  checkAnswers: boolean
  /** The processes that answer on the same port; null: this one alone does. */
  siblings: Siblings | null
}

/** Everything that the features work with; the only wiring there is. */
export interface Deps extends Given {
  captcha: Captcha
  /** The keys that are kept in memory. */
  keys: KeyWatch
  /** Keeps this process's map in step with the database. */
  letterboxFeed: LetterboxFeed
  /** Response caches that triggers of the database clear. */
  announcedCaches: AnnouncedCaches
  /** To the browsers of those who asked for it. */
  pushes: PushQueue
  /** What `/metrics` shows; a feature adds its own. */
  metrics: Registry
  /** All of them: an account is exported and removed by asking each. */
  features: readonly Feature[]
}

/** What it takes to write a mail. */
export type MailDeps = Pick<Deps, 'mails' | 'config'>

/** What it takes to tell somebody something, as often as they want to hear of it. */
export type NotifyDeps = Pick<Deps, 'mails' | 'config' | 'pushes' | 'settings'>
