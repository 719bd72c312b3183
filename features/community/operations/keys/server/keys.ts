import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature } from '#platform/server/feature.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import { keysApi } from '../contract.admin.ts'
import { listKeys } from './listing.ts'
import { keyRotated } from './mails.ts'
import { keysUpkeep } from './upkeep.ts'

function addKeyRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoints(app, deps, 'keys', keysApi, {
    list: async () => ({
      rows: await listKeys(deps.database.orm, deps),
      command: withTypedCommands('npm run admin -- rotate-key'),
    }),
  })
}

/** The keys and their age. Only a command rotates them: a stolen session gives no access to the server. */
export const keys: Feature = {
  name: 'keys',
  routes: addKeyRoutes,
  mails: [keyRotated],
  jobs: [keysUpkeep],
}
