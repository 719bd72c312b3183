import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { audit } from './audit/audit.ts'
import { cleaning } from './cleaning.ts'
import type { Deps, Given } from './deps.ts'
import type { Feature } from './feature.ts'
import { accounts } from './features/accounts/accounts.ts'
import { announcements } from './features/announcements/announcements.ts'
import { bankStatements } from './features/bank-statements/bank-statements.ts'
import { blocks } from './features/blocks/blocks.ts'
import { publicConfig } from './features/config/config.ts'
import { generalFeedbacks } from './features/general-feedbacks/general-feedbacks.ts'
import { household } from './features/household/household.ts'
import { impact } from './features/impact/impact.ts'
import { letterboxImports } from './features/import/import.ts'
import { items } from './features/items/items.ts'
import { letterboxes } from './features/letterboxes/letterboxes.ts'
import { memberships } from './features/memberships/memberships.ts'
import { messageReports } from './features/message-reports/message-reports.ts'
import { notifications } from './features/notifications/notifications.ts'
import { orders } from './features/orders/orders.ts'
import { overview } from './features/overview/overview.ts'
import { addPages, pages } from './features/pages/pages.ts'
import { parcels } from './features/parcels/parcels.ts'
import { passkeys } from './features/passkeys/passkeys.ts'
import { payments } from './features/payments/payments.ts'
import { privacy } from './features/privacy/privacy.ts'
import { products } from './features/products/products.ts'
import { reports } from './features/reports/reports.ts'
import { roles } from './features/roles/roles.ts'
import { sessions } from './features/sessions/sessions.ts'
import { settings } from './features/settings/settings.ts'
import { stickerSheet } from './features/sticker-sheet/sticker-sheet.ts'
import { liveSource, transactions } from './features/transactions/transactions.ts'
import { userSettings } from './features/user-settings/user-settings.ts'
import { users } from './features/users/users.ts'
import { wishes } from './features/wishes/wishes.ts'
import { geocoding } from './geocoding/geocoding.feature.ts'
import { addApiDocument } from './http/api-document.ts'
import { CallCounts } from './http/call-counts.ts'
import { addClosing } from './http/closing.ts'
import { addErrorHandling, refuseUndecodable, refuseUnread } from './http/error-handler.ts'
import { AppError } from './http/errors.ts'
import { addHealthRoutes } from './http/health.routes.ts'
import { addLoadShedding } from './http/load.ts'
import { addMetrics } from './http/metrics.ts'
import { refuseForeignHosts } from './http/own-host.ts'
import { addRequestIds, requestIds } from './http/request-id.ts'
import { addRequestLog, noRequestLog } from './http/request-log.ts'
import { requestLogger } from './http/request-logger.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { addSmallFiles } from './http/small-files.ts'
import { addWebFiles } from './http/static-files.ts'
import { refuseSurrogates, wellFormed } from './http/well-formed.ts'
import { createCaptcha } from './identity/captcha.ts'
import { identity } from './identity/identity.ts'
import { background } from './jobs/background.ts'
import { live } from './live/live.ts'
import { mail } from './mail/mail.ts'
import { readMailsOf } from './mail/mail-template.ts'
import { LetterboxFeed } from './map-index/letterbox-index.feed.ts'
import { PushQueue } from './notifications/push.queue.ts'
import { STICKERS_FOLDER } from './paths.ts'
import { staffInboxes } from './staff-inboxes/staff-inboxes.ts'
import { streetMap } from './street-map/street-map.feature.ts'
import { VERSION } from './version.ts'

/**
 * All there is, each noun by its one door. In this order they are started, asked for a person's data
 * and told that an account is removed.
 */
export const FEATURES: readonly Feature[] = [
  accounts,
  roles,
  letterboxes,
  household,
  identity,
  sessions,
  passkeys,
  privacy,
  userSettings,
  notifications,
  items,
  stickerSheet,
  transactions,
  blocks,
  announcements,
  settings,
  wishes,
  products,
  orders,
  payments,
  parcels,
  memberships,
  bankStatements,
  impact,
  overview,
  letterboxImports,
  reports,
  messageReports,
  generalFeedbacks,
  users,
  pages,
  publicConfig,
  geocoding,
  streetMap,
  mail,
  audit,
  staffInboxes,
  live(liveSource),
]

/** The largest body of any call; a message has 800 characters. */
const MAX_BODY_BYTES = 64 * 1024
const CALLS_PER_MINUTE = 900
/**
 * How long a whole request may take to arrive. {@link MAX_BODY_BYTES} take 16 s at 4 kB/s, which is a
 * phone at the edge of its network; whoever is slower holds a connection for nothing.
 */
const REQUEST_TIMEOUT_MS = 20_000
const HEADERS_TIMEOUT_MS = 10_000
/** How often the server looks for connections that are past these. */
const TIMEOUT_CHECK_MS = 1_000

/** Adds what every process keeps in memory, in step with the database until the app is closed. */
async function createDeps(app: FastifyInstance, given: Given): Promise<Deps> {
  const { config, database, clock, settings } = given
  const letterboxFeed = new LetterboxFeed(given)
  app.addHook('onClose', () => Promise.all([letterboxFeed.stop(), settings.stop()]))
  await Promise.all([letterboxFeed.start(), settings.start()])
  return {
    ...given,
    captcha: createCaptcha(database.orm, config, clock),
    letterboxFeed,
    pushes: new PushQueue(given, readMailsOf(FEATURES)),
    metrics: new Registry(),
    features: FEATURES,
  }
}

async function addFeatures(app: FastifyInstance, deps: Deps): Promise<void> {
  for (const { start, routes, jobs = [] } of deps.features) {
    for (const { run, ...kind } of jobs) {
      deps.jobs.define({ ...kind, run: (data, job) => run(deps, data, job) })
    }
    start?.(deps)
    if (routes) await app.register(async (scope) => routes(scope, deps))
  }
}

/** What runs now and then, from the moment the app is ready. */
function addBackground(app: FastifyInstance, deps: Deps): void {
  const tasks = [cleaning, ...deps.features.flatMap((feature) => feature.background ?? [])]
  let stops: (() => Promise<void>)[] = []
  app.addHook('onReady', async () => {
    stops = tasks.map((task) => background(deps, task, () => task.run(deps)))
  })
  app.addHook('onClose', () => Promise.all(stops.map((stop) => stop())))
}

/** The whole server, not yet listening. Closing it closes what it opened, but not what it was given. */
export async function buildApp(given: Given): Promise<{ app: FastifyInstance; deps: Deps }> {
  const { config } = given
  const app = Fastify({
    loggerInstance: given.logger,
    trustProxy: config.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Until the last connection is closed, requests are answered as before.
    return503OnClosing: false,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    genReqId: requestIds(config),
    logController: noRequestLog(),
    childLoggerFactory: requestLogger,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: refuseUndecodable(config),
  })
  app.setValidatorCompiler(wellFormed(validatorCompiler))
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('viewer', null)
  addRequestIds(app)
  addRequestLog(app, given)
  addErrorHandling(app)
  addClosing(app)
  refuseSurrogates(app)
  const deps = await createDeps(app, given)
  addSecurityHeaders(app, config)
  refuseForeignHosts(app, config)
  refuseUnread(app)
  const load = addLoadShedding(app, given.loadLimits)
  addHealthRoutes(app, deps, { load, checks: [deps.letterboxFeed] })
  await app.register(compress, { threshold: 1024 })
  addMetrics(app, deps, load)
  await addSmallFiles(app, { root: STICKERS_FOLDER, prefix: '/img/stickers/', maxAge: '7d' })
  await addWebFiles(app, given.webFolder)
  addPages(app, deps)
  // Files are not counted: one screen needs dozens of them.
  await app.register(rateLimit, {
    max: CALLS_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.ip,
    store: CallCounts,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  })
  await addApiDocument(app, VERSION)
  await addFeatures(app, deps)
  addBackground(app, deps)
  return { app, deps }
}
