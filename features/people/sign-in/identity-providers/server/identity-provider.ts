import * as client from 'openid-client'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { IdentityProviderConfig } from '#platform/server/identity-provider-settings.ts'
import { HOUR_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { type Identity, identityOf } from './claims.rules.ts'
import { fetchLimited, isProviderGone, PROVIDER_TIMEOUT_MS } from './provider-requests.ts'

/** How long the provider's metadata is cached. */
const KNOWN_MS = HOUR_MS

/** Clock difference between a provider and this server that is tolerated, in seconds. */
const CLOCK_TOLERANCE = 120

/** Limit of OpenID Connect. */
const MAX_SUBJECT = 255

/** Errors of a provider if the user left its page or did not consent. */
const DENIED = ['access_denied', 'consent_required', 'interaction_required', 'login_required']
const BUSY = ['server_error', 'temporarily_unavailable']

/** Secrets of one login. Only their hashes leave the server. */
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
 * A provider of the settings. It is queried when a user first logs in with it, so that the server
 * starts without it.
 */
export class IdentityProvider {
  readonly config: IdentityProviderConfig
  readonly #deps: ProviderDeps
  #known: { client: Promise<client.Configuration>; until: number } | null = null

  constructor(config: IdentityProviderConfig, deps: ProviderDeps) {
    this.config = config
    this.#deps = deps
  }

  /** Return address. Each provider has its own, so that no other can answer in its place. */
  get redirectUri(): string {
    return this.#deps.publicUrl + paths.providerReturn(this.config.key)
  }

  /** URL of the provider's login page. Throws `provider_unavailable` and `provider_refused`. */
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
   * Identifies the user by the query of the return address. The client checks state, issuer,
   * signature, audience, age and nonce. Throws `provider_denied`, `provider_refused` and
   * `provider_unavailable`.
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
      // The client checks when a token expires, and `nbf` if present, but not `iat`.
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
   * The provider's logout page (RP-initiated logout); null if it has none, or is unavailable. It
   * gets no return address: providers reject unregistered ones, and then do not log out.
   */
  async logoutUrl(): Promise<string | null> {
    try {
      const configuration = await this.#client()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      // Only https pages, nothing else that a browser would execute.
      return client.buildEndSessionUrl(configuration).href
    } catch (error) {
      this.#failure(error)
      return null
    }
  }

  /**
   * For the operator: why nobody could log in with the provider now; null if it works as
   * configured.
   */
  async whatIsWrong(): Promise<string | null> {
    try {
      await this.#client()
      return null
    } catch (error) {
      return reasonOf(error)
    }
  }

  /** The provider's metadata. Concurrent callers share one request. */
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
    // Only for a provider on this computer, which the settings have checked.
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

  /**
   * In the body if the provider supports it, since encodings of the header differ; otherwise in the
   * header.
   */
  #authenticate(secret: string): client.ClientAuth {
    const inBody = client.ClientSecretPost(secret)
    const inHeader = client.ClientSecretBasic(secret)
    return (server, ...others) => {
      const methods = server.token_endpoint_auth_methods_supported
      const authenticate = methods?.includes('client_secret_post') ? inBody : inHeader
      return authenticate(server, ...others)
    }
  }

  /** The error for users. The log gets the cause for the operator, but never a token or its content. */
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
        : 'An identity provider sent an invalid response',
    )
    return new AppError(gone ? 'provider_unavailable' : 'provider_refused')
  }
}

/** Messages of an error and its causes. */
function reasonOf(error: unknown): string {
  const messages = []
  for (let each = error; each instanceof Error; each = each.cause) messages.push(each.message)
  return messages.join(': ')
}
