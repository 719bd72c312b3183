import type { Feature } from '#platform/server/feature.ts'
import { addAccessTokenRoutes } from './access-tokens.routes.ts'
import { accessTokenMade } from './mails.ts'

export const accessTokens: Feature = {
  name: 'access-tokens',
  routes: addAccessTokenRoutes,
  mails: [accessTokenMade],
}
