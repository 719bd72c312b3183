import webPush, { type Urgency } from 'web-push'
import { DAY_SECONDS } from '#platform/shared/durations.ts'
import type { VapidKeys } from './push-keys.ts'
import type { PushSubscriptionRow } from './push-subscriptions.queries.ts'

/** Longer than any push service takes, but shorter than the expiry of the job. */
const TIMEOUT_MS = 10_000
/** How long the service keeps a push for a device that is off. Older pushes are outdated. */
export const TTL_SECONDS = DAY_SECONDS

export interface Push {
  payload: object
  urgency: Urgency
  /** Replaces a push that waits at the service under the same topic; at most 32 characters. */
  topic: string | undefined
}

export type PushOutcome =
  | { kind: 'reached' }
  /** The browser has ended the subscription. */
  | { kind: 'gone' }
  /** The service is busy; `inSeconds` if it says when to retry. */
  | { kind: 'later'; status: number; inSeconds: number | undefined }
  /** The service will never accept this push. */
  | { kind: 'refused'; status: number }

function outcomeOf({ status, ok, headers }: Response): PushOutcome {
  if (ok) return { kind: 'reached' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 429 && status < 500) return { kind: 'refused', status }
  const after = Number(headers.get('retry-after') ?? Number.NaN)
  return { kind: 'later', status, inSeconds: after > 0 ? Math.ceil(after) : undefined }
}

/**
 * Sends one push to its service (RFC 8030), encrypted for the browser (RFC 8291) and signed (RFC
 * 8292). Rejects if the service is unreachable.
 */
export async function requestPush(
  { endpoint, p256dh, auth }: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
  { payload, urgency, topic }: Push,
  vapid: VapidKeys & { subject: string },
  signal: AbortSignal,
): Promise<PushOutcome> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    { TTL: TTL_SECONDS, urgency, vapidDetails: vapid, ...(topic && { topic }) },
  )
  // fetch sets this header itself.
  delete headers['Content-Length']
  const response = await fetch(endpoint, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
    // A redirect could lead to an unchecked address.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  await response.body?.cancel()
  return outcomeOf(response)
}
