/** The provider did not answer, or its answer was not in the expected format. */
class ProviderError extends Error {}

export const PROVIDER_TIMEOUT_MS = 4_000
/** Much larger than any answer to one address. */
const MAX_ANSWER_BYTES = 256 * 1024

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new ProviderError('The answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

interface ProviderRequest {
  base: string
  path: string
  query: Record<string, string | number | undefined>
  /** Identifies this community to the provider, as its rules require. */
  userAgent: string
  timeoutMs: number
}

/** Queries a provider for JSON. Rejects with {@link ProviderError} after a few seconds at most. */
export async function askProvider(request: ProviderRequest): Promise<unknown> {
  const url = new URL(request.base.replace(/\/+$/, '') + request.path)
  for (const [name, value] of Object.entries(request.query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  }
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': request.userAgent },
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new ProviderError(`Status ${response.status}`)
    }
    return JSON.parse(await readLimited(response))
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(error instanceof Error ? error.message : 'No answer', { cause: error })
  }
}
