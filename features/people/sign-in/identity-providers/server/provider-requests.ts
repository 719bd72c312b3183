import type { CustomFetch } from 'openid-client'

/** The provider does not answer in time, not with success, or with too many bytes. */
export class ProviderGone extends Error {}

/** Timeout of each request to a provider. */
export const PROVIDER_TIMEOUT_MS = 8_000
/** Far more than any key set, token or userinfo. */
const MAX_ANSWER_BYTES = 512 * 1024

async function readLimited({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new ProviderGone('The answer is too long')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * A fetch for the provider's client: follows no redirects, and limits time and size. Rejects with
 * {@link ProviderGone}.
 */
export const fetchLimited =
  (timeoutMs: number): CustomFetch =>
  async (url, { signal, body, ...options }) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        ...options,
        // Only forms are sent.
        body: body instanceof URLSearchParams ? body : null,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      if (response.status >= 500) {
        await response.body?.cancel()
        throw new ProviderGone(`Status ${response.status}`)
      }
      const { status, headers } = response
      const bytes = await readLimited(response)
      return new Response(bytes.length > 0 ? bytes : null, { status, headers })
    } catch (error) {
      if (error instanceof ProviderGone) throw error
      throw new ProviderGone(error instanceof Error ? error.message : 'No answer', { cause: error })
    }
  }

/** Whether an error was caused by a provider that did not answer. */
export function isProviderGone(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ProviderGone) return true
  }
  return false
}
