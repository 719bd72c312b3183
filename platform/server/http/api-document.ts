import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { API_BASE } from '#platform/shared/endpoint.ts'
import type { TokenOwner } from '#platform/shared/tokens-taken.ts'

/** The security scheme of each kind of access token. */
export const SCHEME_OF_TOKEN = {
  person: 'personal_token',
  community: 'community_token',
} as const satisfies Record<TokenOwner, string>

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const

const SECURITY_SCHEMES = {
  api_token: bearer('The session of a person, as a login returns it.'),
  [SCHEME_OF_TOKEN.person]: bearer(
    'A personal access token (`llt_...`): never more than its owner may do. See docs/tokens.md.',
  ),
  [SCHEME_OF_TOKEN.community]: bearer(
    'An access token of the community (`llt_...`) with the task of the call. See docs/tokens.md.',
  ),
}

/** Serves the OpenAPI document of all routes added after it, and a page to browse it. */
export async function addApiDocument(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Letterlend', version, license: { name: 'AGPL-3.0-or-later' } },
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Its default policy has upgrade-insecure-requests, which would break the page on plain http.
    staticCSP: true,
    transformStaticCSP: (policy) =>
      policy
        .replace(/\s*upgrade-insecure-requests;?/, '')
        .replace("base-uri 'self'", "base-uri 'none'")
        .replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
  })
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, () => app.swagger())
}
