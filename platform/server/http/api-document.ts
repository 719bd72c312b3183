import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { API_BASE } from '#platform/shared/endpoint.ts'

/** Serves the OpenAPI document of all routes added after it, and a page to browse it. */
export async function addApiDocument(app: FastifyInstance, version: string): Promise<void> {
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
