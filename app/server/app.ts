import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { announcements } from '#features/community/announcements/server/door.ts'
import { letterboxImports } from '#features/community/imports/server/door.ts'
import { invitations } from '#features/community/joining/invitations/server/door.ts'
import { registration } from '#features/community/joining/registration/server/door.ts'
import { legal } from '#features/community/legal/server/door.ts'
import { users } from '#features/community/members/server/door.ts'
import { moderation } from '#features/community/moderation/server/door.ts'
import { moving, readOldIds } from '#features/community/moving/server/door.ts'
import { neighbourhoodMail } from '#features/community/neighbourhood-mail/server/door.ts'
import { backups } from '#features/community/operations/backups/server/door.ts'
import { keys } from '#features/community/operations/keys/server/door.ts'
import { updates } from '#features/community/operations/updates/server/door.ts'
import { webhooks } from '#features/community/operations/webhooks/server/door.ts'
import { addPages, pages } from '#features/community/pages/server/door.ts'
import { profile } from '#features/community/profile/server/door.ts'
import { publicConfig } from '#features/community/settings/config/server/door.ts'
import { settings } from '#features/community/settings/server/door.ts'
import { impact } from '#features/community/statistics/impact/server/door.ts'
import { overview } from '#features/community/statistics/overview/server/door.ts'
import { blocks } from '#features/lending/blocks/server/door.ts'
import { answerBands } from '#features/lending/conversations/answer-bands/server/door.ts'
import { live } from '#features/lending/conversations/events/server/door.ts'
import { lists, liveSource } from '#features/lending/conversations/lists/server/door.ts'
import { messages } from '#features/lending/conversations/messages/server/door.ts'
import { requests } from '#features/lending/conversations/requests/server/door.ts'
import { thanks } from '#features/lending/conversations/thanks/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/server/door.ts'
import { views } from '#features/lending/conversations/views/server/door.ts'
import { household } from '#features/lending/household/server/door.ts'
import { loans } from '#features/lending/loans/server/door.ts'
import { upkeep } from '#features/lending/upkeep/server/door.ts'
import { waits } from '#features/lending/waits/server/door.ts'
import { wishes } from '#features/lending/wishes/server/door.ts'
import { securityEvents } from '#features/people/accounts/security-events/server/door.ts'
import { accounts } from '#features/people/accounts/server/door.ts'
import { sessions } from '#features/people/accounts/sessions/server/door.ts'
import { userSettings } from '#features/people/accounts/user-settings/server/door.ts'
import { audit } from '#features/people/audit/server/door.ts'
import { decisions } from '#features/people/decisions/server/door.ts'
import { newcomers } from '#features/people/newcomers/server/door.ts'
import { notifications, PushQueue } from '#features/people/notifications/server/door.ts'
import { roles } from '#features/people/roles/server/door.ts'
import { accessTokens } from '#features/people/sign-in/access-tokens/server/door.ts'
import { identityProviders } from '#features/people/sign-in/identity-providers/server/door.ts'
import { passkeys } from '#features/people/sign-in/passkeys/server/door.ts'
import { secondFactors } from '#features/people/sign-in/second-factors/server/door.ts'
import { geocoding } from '#features/places/geocoding/server/door.ts'
import { items, STICKERS_FOLDER } from '#features/places/items/server/door.ts'
import { codes } from '#features/places/letterboxes/codes/server/door.ts'
import { LetterboxFeed } from '#features/places/letterboxes/map-index/server/door.ts'
import { privacy } from '#features/places/letterboxes/privacy/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/server/door.ts'
import { stickerSheet } from '#features/places/letterboxes/sticker-sheet/server/door.ts'
import { memberships } from '#features/shop/memberships/server/door.ts'
import { bankStatements } from '#features/shop/orders/bank-statements/server/door.ts'
import { products } from '#features/shop/orders/products/server/door.ts'
import { orders } from '#features/shop/orders/server/door.ts'
import { parcels } from '#features/shop/parcels/server/door.ts'
import { payments } from '#features/shop/payments/server/door.ts'
import type { Deps, Given } from '#platform/server/deps.ts'
import type { Feature } from '#platform/server/feature.ts'
import { AnnouncedCaches } from '#platform/server/http/announced-caches.ts'
import { answerWriting } from '#platform/server/http/answer-writing.ts'
import { addApiDocument } from '#platform/server/http/api-document.ts'
import { addClosing } from '#platform/server/http/closing.ts'
import { routeLimit } from '#platform/server/http/endpoints.ts'
import {
  addErrorHandling,
  refuseUndecodable,
  refuseUnread,
} from '#platform/server/http/error-handler.ts'
import { readingOldClients } from '#platform/server/http/old-clients.ts'
import { refuseForeignHosts } from '#platform/server/http/own-host.ts'
import { addResponseCaching } from '#platform/server/http/response-cache.ts'
import { addSecurityHeaders } from '#platform/server/http/security-headers.ts'
import { addSmallFiles } from '#platform/server/http/small-files.ts'
import { addHelpFiles, addWebFiles } from '#platform/server/http/static-files.ts'
import { CallCounts, sharedCallCounts } from '#platform/server/http/watching/call-counts.ts'
import { addHealthRoutes } from '#platform/server/http/watching/health.routes.ts'
import { addLoadShedding } from '#platform/server/http/watching/load.ts'
import { addMetrics } from '#platform/server/http/watching/metrics.ts'
import { addRequestIds, requestIds } from '#platform/server/http/watching/request-id.ts'
import { addRequestLog, noRequestLog } from '#platform/server/http/watching/request-log.ts'
import { requestLogger } from '#platform/server/http/watching/request-logger.ts'
import { refuseSurrogates, wellFormed } from '#platform/server/http/well-formed.ts'
import { createCaptcha } from '#platform/server/identity/captcha/captcha.ts'
import { identity } from '#platform/server/identity/identity.ts'
import { inboundMail } from '#platform/server/inbound-mail/inbound-mail.ts'
import { KeyWatch } from '#platform/server/keys/key-watch.ts'
import { mail } from '#platform/server/mail/mail.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { streetMap } from '#platform/server/street-map/street-map-feature.ts'
import { VERSION } from '#platform/server/version.ts'
import { STICKER_BASE } from '#platform/shared/paths.ts'
import { publicDemo } from './demo/public-demo.ts'

/** All features. This is the order in which they start, export personal data and remove accounts. */
export const FEATURES: readonly Feature[] = [
  accounts,
  roles,
  newcomers,
  decisions,
  legal,
  letterboxes,
  codes,
  upkeep,
  household,
  identity,
  securityEvents,
  sessions,
  passkeys,
  identityProviders,
  secondFactors,
  accessTokens,
  privacy,
  userSettings,
  notifications,
  items,
  stickerSheet,
  transactions,
  messages,
  thanks,
  views,
  lists,
  requests,
  loans,
  answerBands,
  blocks,
  announcements,
  settings,
  waits,
  wishes,
  neighbourhoodMail,
  products,
  orders,
  payments,
  parcels,
  invitations,
  registration,
  profile,
  memberships,
  bankStatements,
  impact,
  overview,
  updates,
  backups,
  keys,
  webhooks,
  letterboxImports,
  moderation,
  moving,
  users,
  pages,
  publicConfig,
  geocoding,
  streetMap,
  mail,
  inboundMail,
  audit,
  live(liveSource),
]

/** Default body limit; a message has at most 800 characters. */
const MAX_BODY_BYTES = 64 * 1024
/**
 * Time limit for a whole request. {@link MAX_BODY_BYTES} take 16 s at 4 kB/s, a phone at the edge of its network;
 * slower clients would only keep a connection busy.
 */
const REQUEST_TIMEOUT_MS = 20_000
const HEADERS_TIMEOUT_MS = 10_000
/** How often the server checks for connections over these limits. */
const TIMEOUT_CHECK_MS = 1_000

/** Adds everything that a process caches, kept in step with the database until the app closes. */
async function createDeps(app: FastifyInstance, parts: Given): Promise<Deps> {
  const { config, database, clock, settings } = parts
  const features = config.publicDemo ? [...FEATURES, publicDemo] : FEATURES
  const letterboxFeed = new LetterboxFeed({ ...parts, features })
  const announcedCaches = new AnnouncedCaches(database)
  const keys = new KeyWatch(parts)
  const inStep = [letterboxFeed, settings, announcedCaches, keys]
  app.addHook('onClose', () => Promise.all(inStep.map((each) => each.stop())))
  await Promise.all(inStep.map((each) => each.start()))
  return {
    ...parts,
    captcha: createCaptcha({ database, config, clock, keys }),
    keys,
    letterboxFeed,
    announcedCaches,
    pushes: new PushQueue({ ...parts, keys }, readMailsOf(FEATURES)),
    metrics: new Registry(),
    features,
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

/** Builds the whole server, not yet listening. Closing it closes what it opened itself, but not `parts`. */
export async function buildApp(parts: Given): Promise<{ app: FastifyInstance; deps: Deps }> {
  const { config } = parts
  const app = Fastify({
    loggerInstance: parts.logger,
    trustProxy: config.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Requests are answered as usual until the last connection is closed.
    return503OnClosing: false,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    genReqId: requestIds(config),
    logController: noRequestLog(),
    childLoggerFactory: requestLogger,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: refuseUndecodable(config),
  })
  app.setValidatorCompiler(wellFormed(readingOldClients(validatorCompiler)))
  app.setSerializerCompiler(answerWriting(parts.checkAnswers))
  app.decorateRequest('viewer', null)
  addRequestIds(app)
  addRequestLog(app, parts)
  addErrorHandling(app)
  addClosing(app)
  refuseSurrogates(app)
  const deps = await createDeps(app, parts)
  addSecurityHeaders(app, config, { drawings: STICKER_BASE })
  refuseForeignHosts(app, config)
  refuseUnread(app)
  app.addHook('preValidation', (request) => readOldIds(deps.database.orm, request))
  const load = addLoadShedding(app, parts.loadLimits)
  addHealthRoutes(app, deps, { load, checks: [deps.letterboxFeed] })
  await app.register(compress, { threshold: 1024 })
  addMetrics(app, deps, load)
  await addWebFiles(app, parts.webFolder)
  await addHelpFiles(app, parts.helpFolder)
  addPages(app, deps)
  // Files are not limited: one screen needs dozens of them.
  await app.register(rateLimit, {
    ...routeLimit(config, 'calls'),
    keyGenerator: (request) => request.ip,
    store: parts.siblings ? sharedCallCounts(parts.siblings) : CallCounts,
  })
  addResponseCaching(app)
  await addSmallFiles(app, STICKERS_FOLDER, STICKER_BASE)
  await addApiDocument(app, VERSION)
  await addFeatures(app, deps)
  return { app, deps }
}
