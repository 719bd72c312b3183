import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'

/** The claims of a provider's users; the key is `sub`. */
export type ProviderAccounts = Record<string, Record<string, unknown>>

export const CLIENT = { id: 'letterlend', secret: 'a-secret-of-the-client-that-nobody-knows' }

interface Options {
  redirectUris: string[]
  accounts: ProviderAccounts
  port?: number
  /** Shows a page with a button for each account; otherwise `current` is logged in without a prompt. */
  withPage?: boolean
}

export interface IdentityProviderServer {
  issuer: string
  /** The user in the provider's browser; null: they leave the page without logging in. */
  current: string | null
  accounts: ProviderAccounts
  /** Goes through the provider's pages like a browser. @returns the URL it redirects back to */
  visit(url: string): Promise<URL>
  close(): Promise<void>
}

/** A minimal browser for a provider: follows redirects and keeps cookies. */
async function followTo(url: string, back: (url: URL) => boolean): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(url)
  for (let step = 0; step < 15; step++) {
    if (back(at)) return at
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`Unexpected answer of the provider: ${await answer.text()}`)
    at = new URL(location, at)
  }
  throw new Error('Unexpected round of redirects')
}

/** The npm package oidc-provider, a certified provider, on its own port. */
export async function startIdentityProvider(options: Options): Promise<IdentityProviderServer> {
  const { redirectUris, accounts, withPage = false } = options
  let provider: Provider | null = null
  const state: Pick<IdentityProviderServer, 'current'> = {
    current: Object.keys(accounts)[0] ?? null,
  }

  /** A user's actions at the provider: logging in and giving consent. */
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!provider) throw new Error('Unexpected call before the start')
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    const url = new URL(request.url ?? '/', 'http://provider')
    const chosen = withPage ? url.searchParams.get('account') : state.current
    if (prompt.name === 'login') {
      if (withPage && chosen === null)
        return showPage(response, url.pathname, Object.keys(accounts))
      const result =
        chosen === null || chosen === ''
          ? { error: 'access_denied', error_description: 'left the page' }
          : { login: { accountId: chosen } }
      return provider.interactionFinished(request, response, result)
    }
    const grant = new provider.Grant({
      accountId: session?.accountId,
      clientId: String(params.client_id),
    })
    grant.addOIDCScope(String(params.scope))
    const grantId = await grant.save()
    return provider.interactionFinished(request, response, { consent: { grantId } })
  }

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      interact(request, response).catch((error) => response.writeHead(500).end(String(error)))
    } else provider?.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = new Provider(issuer, configurationOf({ redirectUris, accounts }))
  return {
    issuer,
    get current() {
      return state.current
    },
    set current(sub) {
      state.current = sub
    },
    accounts,
    visit: (url) => followTo(url, ({ href }) => redirectUris.some((each) => href.startsWith(each))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function showPage(response: ServerResponse, path: string, names: string[]): void {
  const links = ['', ...names].map(
    (name) => `<p><a href="${path}?account=${name}">${name || 'Leave'}</a></p>`,
  )
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(`<!doctype html><title>Provider</title><h1>Provider</h1>${links.join('')}`)
}

function configurationOf({
  redirectUris,
  accounts,
}: Pick<Options, 'redirectUris' | 'accounts'>): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' }
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] } as NonNullable<Configuration['jwks']>,
    cookies: { keys: ['a key for the cookies of a test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...accounts[sub], sub }),
    }),
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        // Its default page loads fonts from elsewhere.
        async logoutSource(context, form) {
          const button = '<button form="op.logoutForm" name="logout" value="yes">Yes</button>'
          context.body = `<!doctype html><title>Provider</title><h1>Leave?</h1>${form}${button}`
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 300,
      IdToken: 300,
      Interaction: 300,
      Session: 300,
    },
  }
}
