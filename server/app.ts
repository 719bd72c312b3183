import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { API_BASE } from '@letterlend/contract/endpoint.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { addAccountRoutes } from './features/accounts/accounts.routes.ts'
import { addCleaning } from './features/accounts/cleaning.ts'
import { addAnnouncementRoutes } from './features/announcements/announcements.routes.ts'
import { addBannerRoutes } from './features/banner/banner.routes.ts'
import { addConfigRoutes } from './features/config/config.routes.ts'
import { addGeneralFeedbackRoutes } from './features/general-feedbacks/general-feedbacks.routes.ts'
import { addHouseholdRoutes } from './features/household/household.routes.ts'
import { addItemRoutes } from './features/items/items.routes.ts'
import { addLetterboxExportRoutes } from './features/letterboxes/letterbox-export.routes.ts'
import {
  addLetterboxUpkeepRoutes,
  addUpkeep,
} from './features/letterboxes/letterbox-upkeep.routes.ts'
import { addLetterboxFeed, addLetterboxRoutes } from './features/letterboxes/letterboxes.routes.ts'
import { addManifestRoute } from './features/pages/manifest.routes.ts'
import { addPageRoutes, addPreviewRoutes } from './features/pages/pages.routes.ts'
import { addPasskeyRoutes } from './features/passkeys/passkeys.routes.ts'
import { addPrivacyRoutes } from './features/privacy/privacy.routes.ts'
import { addReportRoutes } from './features/reports/reports.routes.ts'
import { addOwnSessionRoutes } from './features/sessions/sessions.routes.ts'
import { addTransactionRoutes } from './features/transactions/transactions.routes.ts'
import { addUserSettingsRoutes } from './features/user-settings/user-settings.routes.ts'
import { addWishRoutes } from './features/wishes/wishes.routes.ts'
import { addGeocodingRoutes } from './geocoding/geocoding.routes.ts'
import { contentSecurity } from './http/content-security.ts'
import { addErrorHandling, refuseUndecodable } from './http/error-handler.ts'
import { AppError } from './http/errors.ts'
import { addHealthRoutes } from './http/health.routes.ts'
import { addCaptchaRoutes } from './identity/captcha.routes.ts'
import { findViewer, type Viewer } from './identity/sessions.queries.ts'
import { networkOf } from './identity/visitor-network.ts'
import { addEventRoutes } from './live/events.routes.ts'
import { addLocalMailboxRoutes } from './mail/local-mailbox.routes.ts'
import type { MailQueue } from './mail/mail.queue.ts'
import { addUnsubscribeRoutes } from './mail/unsubscribe.routes.ts'
import { STICKERS_FOLDER } from './paths.ts'
import { VERSION } from './version.ts'

/** Everything the routes need; the only wiring there is. */
export interface Deps {
  config: Config
  database: Database
  mails: MailQueue
  clock: () => Date
  logger: FastifyBaseLogger
  /** The built web app. Without it, as while developing, there are only the calls. */
  webFolder: string
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyInstance {
    deps: Deps
    authenticate(request: FastifyRequest): Promise<Viewer | null>
  }
}

/** The largest body of any call; a message has 800 characters. */
const MAX_BODY_BYTES = 64 * 1024
const CALLS_PER_MINUTE = 900

function addAuthentication(app: FastifyInstance, { database, clock }: Deps): void {
  app.decorateRequest('viewer', null)
  app.decorate('authenticate', async (request: FastifyRequest) => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token) return null
    return findViewer(database.orm, token, clock())
  })
}

async function addDocumentation(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Letterlend', version, license: { name: 'AGPL-3.0-or-later' } },
      components: { securitySchemes: { api_token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Of its own policy one part breaks the page where a community serves it over plain http.
    staticCSP: true,
    transformStaticCSP: (policy) =>
      policy
        .replace(/\s*upgrade-insecure-requests;?/, '')
        .replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
  })
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, () => app.swagger())
}

async function addStaticFiles(app: FastifyInstance, { webFolder }: Deps): Promise<void> {
  await app.register(fastifyStatic, {
    root: STICKERS_FOLDER,
    prefix: '/img/stickers/',
    maxAge: '7d',
    index: false,
  })
  if (!existsSync(webFolder)) return
  await app.register(fastifyStatic, {
    root: webFolder,
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      response.setHeader('vary', 'accept-encoding')
      // Names of built files contain a hash of what is in them.
      const forever = path.includes('/assets/')
      response.setHeader(
        'cache-control',
        forever ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
}

/** The whole server, not yet listening. Closing it closes what it opened, but not its `deps`. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps
  const app = Fastify({
    loggerInstance: deps.logger,
    trustProxy: config.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: refuseUndecodable(config),
  })
  app.decorate('deps', deps)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorHandling(app)
  addAuthentication(app, deps)
  await app.register(helmet, contentSecurity(config))
  await app.register(compress, { threshold: 1024 })
  await addStaticFiles(app, deps)
  addPageRoutes(app)
  addManifestRoute(app)
  // Files are not counted: one screen needs dozens of them.
  await app.register(rateLimit, {
    max: CALLS_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  })
  await addDocumentation(app, VERSION)
  const letterboxFeed = await addLetterboxFeed(app)
  await addBannerRoutes(app)
  await app.register(async (scope) => {
    addHealthRoutes(scope, [letterboxFeed])
    addConfigRoutes(scope)
    addItemRoutes(scope)
    // A scope of its own: its hook answers hot tiles and concerns no other route.
    await scope.register(async (inner) => addLetterboxRoutes(inner))
    addLetterboxExportRoutes(scope)
    addLetterboxUpkeepRoutes(scope)
    addUpkeep(scope)
    addGeocodingRoutes(scope)
    addPreviewRoutes(scope)
    addAccountRoutes(scope)
    addOwnSessionRoutes(scope)
    addPasskeyRoutes(scope)
    addCaptchaRoutes(scope)
    addPrivacyRoutes(scope)
    addUserSettingsRoutes(scope)
    addAnnouncementRoutes(scope)
    addCleaning(scope)
    await addUnsubscribeRoutes(scope)
    addHouseholdRoutes(scope)
    addTransactionRoutes(scope)
    addReportRoutes(scope)
    addGeneralFeedbackRoutes(scope)
    addEventRoutes(scope)
  })
  await addWishRoutes(app)
  await app.register(async (scope) => addLocalMailboxRoutes(scope))
  return app
}
