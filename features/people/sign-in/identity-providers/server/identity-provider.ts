import * as client from 'openid-client'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { IdentityProviderConfig } from '#platform/server/identity-providers.config.ts'
import { HOUR_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { type Identity, identityOf } from './claims.rules.ts'
import { fetchLimited, isProviderGone, PROVIDER_TIMEOUT_MS } from './provider-requests.ts'

/** How long what a provider says of itself is believed without asking again. */
const KNOWN_MS = HOUR_MS

/** Seconds that the clocks of a provider and of this server may differ. */
const CLOCK_TOLERANCE = 120

/** As OpenID Connect allows it. */
const MAX_SUBJECT = 255

/** Said by a provider whose page was left, or whose user did not agree. */
const DENIED = ['access_denied', 'consent_required', 'interaction_required', 'login_required']
const BUSY = ['server_error', 'temporarily_unavailable']

/** What belongs to one login, and never leaves the server but by its hashes. */
export interface LoginSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

export const newLoginSecrets = (): LoginSecrets => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  codeVerifier: client.randomPKCECodeVerifier(),
})

type ProviderDeps = Pick<Deps, 'logger'> & { publicUrl: string; timeoutMs?: number }

/**
 * One provider of the settings, asked for the first time when somebody wants to log in by it: a start of the server
 * needs none of them.
 */
export class IdentityProvider {
  readonly config: IdentityProviderConfig
  readonly #deps: ProviderDeps
  #known: { client: Promise<client.Configuration>; until: number } | null = null

  constructor(config: IdentityProviderConfig, deps: ProviderDeps) {
    this.config = config
    this.#deps = deps
  }

  /** Where it sends people back to: an address of its own, so that no other can answer in its place. */
  get redirectUri(): string {
    return this.#deps.publicUrl + paths.providerReturn(this.config.key)
  }

  /** Where the browser goes to log in there. Throws `provider_unavailable` and `provider_refused`. */
  async urlFor({ state, nonce, codeVerifier }: LoginSecrets): Promise<string> {
    try {
      const url = client.buildAuthorizationUrl(await this.#client(), {
        redirect_uri: this.redirectUri,
        scope: this.config.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return url.href
    } catch (error) {
      throw this.#failure(error)
    }
  }

  /**
   * Who came back, by the query of the address they came back to. State, issuer, signature, audience, age and nonce are
   * checked by the client. Throws `provider_denied`, `provider_refused` and `provider_unavailable`.
   */
  async identify(query: string, { state, nonce, codeVerifier }: LoginSecrets): Promise<Identity> {
    try {
      const configuration = await this.#client()
      const url = new URL(this.redirectUri)
      url.search = query
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('Unexpected answer without an ID token')
      // The client looks at the end of a token and at its beginning, where it has one.
      if (claims.iat > Date.now() / SECOND_MS + CLOCK_TOLERANCE)
        throw new Error('Unexpected ID token from the future: compare the clocks')
      if (claims.sub.length > MAX_SUBJECT) throw new Error('Unexpected length of a subject')
      const { issuer, userinfo_endpoint } = configuration.serverMetadata()
      const more = userinfo_endpoint
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
      return identityOf(this.config, issuer, claims.sub, { ...claims, ...more })
    } catch (error) {
      throw this.#failure(error)
    }
  }

  /**
   * Its page where somebody logs out there (RP-initiated logout); null where it has none, or says nothing now. Without an
   * address to lead back to, which each provider would have to know: one that it does not know it refuses, and ends nothing.
   */
  async logoutUrl(): Promise<string | null> {
    try {
      const configuration = await this.#client()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      // Of a page by https, and of nothing else that a browser would run.
      return client.buildEndSessionUrl(configuration).href
    } catch (error) {
      this.#failure(error)
      return null
    }
  }

  /** For whoever sets it up: why nobody could log in by it now; null where it answers as the settings say. */
  async whatIsWrong(): Promise<string | null> {
    try {
      await this.#client()
      return null
    } catch (error) {
      return reasonOf(error)
    }
  }

  /** What the provider says of itself, asked for once by all who come at the same time. */
  #client(): Promise<client.Configuration> {
    if (this.#known && this.#known.until > Date.now()) return this.#known.client
    const asked = { client: this.#discover(), until: Date.now() + KNOWN_MS }
    this.#known = asked
    asked.client.catch(() => {
      if (this.#known === asked) this.#known = null
    })
    return asked.client
  }

  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.config
    const execute = [client.enableNonRepudiationChecks]
    // Of a provider on this computer alone, which the settings have looked at.
    if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE },
      clientSecret === undefined ? client.None() : this.#authenticate(clientSecret),
      { execute, [client.customFetch]: fetchLimited(this.#deps.timeoutMs ?? PROVIDER_TIMEOUT_MS) },
    )
    return configuration
  }

  /** In the body where the provider takes it there, which no provider encodes differently; else in the header. */
  #authenticate(secret: string): client.ClientAuth {
    const inBody = client.ClientSecretPost(secret)
    const inHeader = client.ClientSecretBasic(secret)
    return (server, ...others) => {
      const methods = server.token_endpoint_auth_methods_supported
      const authenticate = methods?.includes('client_secret_post') ? inBody : inHeader
      return authenticate(server, ...others)
    }
  }

  /** What people are told, and what the log keeps for the operator: never a token or what it says. */
  #failure(error: unknown): AppError {
    const { key } = this.config
    if (error instanceof client.AuthorizationResponseError) {
      if (DENIED.includes(error.error)) return new AppError('provider_denied')
      this.#deps.logger.warn({ provider: key, error: error.error }, 'An identity provider refused')
      return new AppError(BUSY.includes(error.error) ? 'provider_unavailable' : 'provider_refused')
    }
    const gone = isProviderGone(error)
    const reason = reasonOf(error)
    this.#deps.logger.warn(
      { provider: key, reason },
      gone
        ? 'An identity provider does not answer'
        : 'An identity provider answered what is not right',
    )
    return new AppError(gone ? 'provider_unavailable' : 'provider_refused')
  }
}

/** The message of an error and of what caused it. */
function reasonOf(error: unknown): string {
  const messages = []
  for (let each = error; each instanceof Error; each = each.cause) messages.push(each.message)
  return messages.join(': ')
}
