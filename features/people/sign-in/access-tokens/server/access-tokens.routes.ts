import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { listAccessTokens } from '#platform/server/identity/access-tokens.queries.ts'
import { adminAccessTokensApi } from '../contract.admin.ts'
import { accessTokensApi } from '../contract.ts'
import {
  endCommunityToken,
  endOwnToken,
  makeCommunityToken,
  makeOwnToken,
  presentToken,
} from './making.ts'

/** A person's access tokens, and those of the community. */
export function addAccessTokenRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps

  const list = async (userId: string | null) =>
    (await listAccessTokens(database.orm, userId, clock())).map(presentToken)

  registerEndpoints(
    app,
    deps,
    'access-tokens',
    accessTokensApi,
    {
      list: ({ viewer }) => list(viewer.id),
      create: ({ body, viewer }) => makeOwnToken(deps, viewer, body),
      end: ({ body, viewer }) => endOwnToken(deps, viewer, body.id),
    },
    { create: 'credentials' },
  )
  registerEndpoints(app, deps, 'access-tokens', adminAccessTokensApi, {
    list: () => list(null),
    create: ({ body, viewer }) => makeCommunityToken(deps, viewer, body),
    end: ({ body, viewer }) => endCommunityToken(deps, viewer, body.id),
  })
}
