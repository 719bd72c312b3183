import { z } from 'zod'
import type { PayPalConfig } from '#platform/server/config.ts'
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { ProviderUnreachableError } from './payment-provider.ts'

/** A payer waits for the response. All tries of a call end before the job looks at the payment. */
const TIMEOUT_MS = 12_000
const TRIES = 2
/** How long before its expiry a token is replaced, so that it does not expire during a call. */
const TOKEN_MARGIN_MS = MINUTE_MS

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })
const refusalSchema = z.object({
  name: z.string().default('unknown'),
  message: z.string().default(''),
  details: z
    .array(z.object({ issue: z.string().default(''), description: z.string().default('') }))
    .default([]),
})

/** PayPal understood the call and rejected it: nothing has happened. */
export class PayPalRefusal extends Error {
  readonly issue: string
  readonly reason: string
  constructor(issue: string, reason: string) {
    super(`PayPal refuses: ${issue}`)
    this.issue = issue
    this.reason = reason
  }
}

interface PayPalCall {
  method: 'GET' | 'POST'
  path: string
  /** Sent as JSON; a string is sent unchanged. */
  body?: object | string
  /** Idempotency key. */
  requestId?: string
}

export type PayPalClient = <T extends z.ZodType>(
  call: PayPalCall,
  answer: T,
) => Promise<z.output<T>>

/** Statuses that mean a rejection; after other failures the outcome is unknown and a retry may succeed. */
const REFUSED = new Set([400, 403, 404, 422])

async function refusalIn(response: Response): Promise<PayPalRefusal> {
  const { name, message, details } = refusalSchema.parse(await response.json())
  const [first] = details
  return new PayPalRefusal(first?.issue || name, first?.description || message)
}

interface Token {
  text: string
  /** Expiry, by `performance.now()`. */
  until: number
}

async function fetchToken(
  { clientId, clientSecret, apiBase }: PayPalConfig,
  timeoutMs: number,
): Promise<Token> {
  const response = await fetch(`${apiBase}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`PayPal gives no token: ${response.status}`)
  const { access_token, expires_in } = tokenSchema.parse(await response.json())
  return { text: access_token, until: performance.now() + expires_in * SECOND_MS - TOKEN_MARGIN_MS }
}

/**
 * Calls PayPal with a timeout and one retry under the same request id. Throws {@link PayPalRefusal}, or {@link
 * ProviderUnreachableError} if the outcome is unknown.
 */
export function createPayPalClient(config: PayPalConfig, timeoutMs = TIMEOUT_MS): PayPalClient {
  let token: Promise<Token> | null = null

  /** One token for all calls until it expires; concurrent calls wait for the same request. */
  async function currentToken(): Promise<string> {
    const lastToken = token
    if (lastToken) {
      const { text, until } = await lastToken
      if (performance.now() < until) return text
    }
    if (token === lastToken) {
      const fetched = fetchToken(config, timeoutMs)
      token = fetched
      fetched.catch(() => {
        if (token === fetched) token = null
      })
    }
    return (await (token as NonNullable<typeof token>)).text
  }

  async function once<T extends z.ZodType>(
    { method, path, body, requestId }: PayPalCall,
    answer: T,
  ): Promise<z.output<T>> {
    const request: RequestInit = { method }
    const headers: Record<string, string> = { authorization: `Bearer ${await currentToken()}` }
    if (requestId) headers['paypal-request-id'] = requestId
    if (method === 'POST') {
      headers['content-type'] = 'application/json'
      headers.prefer = 'return=representation'
      request.body = typeof body === 'string' ? body : JSON.stringify(body ?? {})
    }
    const response = await fetch(config.apiBase + path, {
      ...request,
      headers,
      // PayPal's API does not redirect. A redirect would lead to a host that was never configured.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // The token expired early.
    if (response.status === 401) token = null
    if (REFUSED.has(response.status)) throw await refusalIn(response)
    if (!response.ok) throw new Error(`PayPal answers ${response.status}`)
    return answer.parse(await response.json())
  }

  return async (call, answer) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(call, answer)
      } catch (error) {
        if (error instanceof PayPalRefusal) throw error
        if (tries === TRIES) {
          throw new ProviderUnreachableError(`PayPal: ${call.method} ${call.path}`, {
            cause: error,
          })
        }
      }
    }
  }
}
