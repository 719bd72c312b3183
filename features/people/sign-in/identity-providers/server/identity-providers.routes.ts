import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { identityProvidersApi } from '../contract.ts'
import { IdentityProvider } from './identity-provider.ts'
import { findProved, listLinked, takeProved } from './identity-providers.queries.ts'
import { answerEmail, linkTo, presentLinked, unlink } from './linking.ts'
import { begin, finish, presentProved } from './logging-in.ts'

/** Logging in with an account of an identity provider, and the user's list of linked accounts. */
export function addIdentityProviderRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock } = deps
  const { orm } = database
  const { publicUrl } = config
  const providers = new Map(
    config.identityProviders.map((each) => [
      each.key,
      new IdentityProvider(each, { publicUrl, logger: deps.logger }),
    ]),
  )

  function providerOf(key: string): IdentityProvider {
    const provider = providers.get(key)
    if (!provider) throw new AppError('not_found')
    return provider
  }

  registerEndpoints(
    app,
    deps,
    'identity-providers',
    identityProvidersApi,
    {
      start: ({ body: { provider, browser, return_path } }) =>
        begin(deps, providerOf(provider), {
          browser,
          userId: null,
          returnPath: return_path ?? null,
        }),

      async startLinking({ body: { provider: key, browser }, viewer }) {
        const provider = providerOf(key)
        const existing = await listLinked(orm, viewer.id)
        if (existing.some((each) => each.provider === key)) throw new AppError('already_linked')
        return begin(deps, provider, { browser, userId: viewer.id, returnPath: null })
      },

      finish({ body, viewer, request }) {
        return finish(deps, providerOf(body.provider), body, { viewer, request })
      },

      async waiting({ body }) {
        const proved = await findProved(orm, body.browser, clock())
        if (!proved) throw new AppError('provider_login_expired')
        return presentProved(deps, proved)
      },

      async link({ body, viewer }) {
        await orm.transaction(async (tx) => {
          const proved = await takeProved(tx, body.browser, clock())
          if (!proved) throw new AppError('provider_login_expired')
          await linkTo(tx, deps, viewer, proved)
        })
        return presentLinked(orm, config, viewer.id)
      },

      async leave({ body }) {
        const provider = providerOf(body.provider)
        return { provider_name: provider.config.name, url: await provider.logoutUrl() }
      },

      list: ({ viewer }) => presentLinked(orm, config, viewer.id),

      async answerEmail({ body, viewer }) {
        const taken = await answerEmail(deps, viewer, body)
        return { taken, linked: await presentLinked(orm, config, viewer.id) }
      },

      async unlink({ body, viewer }) {
        await orm.transaction((tx) => unlink(tx, deps, viewer, body.id))
        return presentLinked(orm, config, viewer.id)
      },
    },
    {
      start: 'logins',
      startLinking: 'credentials',
      finish: 'logins',
      waiting: 'logins',
      link: 'credentials',
      leave: 'logins',
      unlink: 'credentials',
      answerEmail: 'credentials',
    },
  )
}
