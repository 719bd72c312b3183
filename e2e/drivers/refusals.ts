import type { Agent } from 'node:http'
import type { Api, Person } from './api.ts'
import { freshEmail, until } from './api.ts'
import {
  type ApiDocument,
  malformedRequests,
  type RawRequest,
  type Samples,
} from './malformed-requests.ts'
import { type RawAnswer, sendRaw } from './raw-http.ts'

const AT_ONCE = 8

/** Calls that may end the caller's session; they run when no other call needs it. */
export const ENDS_SESSION =
  /\/(auth\/(logout|register|login\w*|emailConfirmation|resetPassword)|household\/register|identityProviders\/\w+|passkeys\/login|secondFactors\/logIn|sessions\/\w+|users\/remove)\b/

/** Describes what is wrong with a response: it reveals internals, or lacks an error code for clients. */
export function fault({ status, text }: RawAnswer): string | null {
  if (status >= 500) return `answers ${status}: ${text.slice(0, 200)}`
  if (status < 400) return null
  try {
    const { statusCode, code } = JSON.parse(text)
    if (statusCode === status && /^[a-z_]+$/.test(code)) return null
  } catch {
    // Reported below.
  }
  return `answers ${status} without statusCode and code: ${text.slice(0, 200)}`
}

/** Samples of two people in a conversation, with a valid value for each field. */
export function samplesOf(lender: Person, transaction: string, item: number): Samples {
  return {
    firstname: 'Otto',
    lastname: 'Egli',
    email: freshEmail,
    lang: 'de',
    address: 'Gasse 1',
    address_addition: 'c/o',
    postcode: '8004',
    city: 'Zürich',
    country: 'CH',
    latitude: 47.37,
    longitude: 8.54,
    show_on_map: true,
    north_east: '47.4,8.6',
    south_west: '47.3,8.5',
    enable_messaging: 'true',
    limit: 5,
    sticker_id: item,
    z: 12,
    x: 2144,
    y: 1434,
    q: 'Zür',
    token: 'none',
    letterboxId: lender.letterboxId,
    letterbox_id: lender.letterboxId,
    renter_id: lender.userId,
    item_id: item,
    transaction_id: transaction,
    text: 'Hallo',
    selected_items_id: [item],
    password: 'kein-Allerweltswort',
    captcha: 'x',
    id: lender.letterboxId,
    ids: [lender.letterboxId],
    user_id: lender.userId,
    before: '2030-01-01T00:00:00Z',
    email_confirmation_token: 'none',
  }
}

/**
 * Half of the malformed requests for all calls of the API. Each half runs on one kind of database: whatever a value
 * breaks in either shows in one field or another.
 */
export async function malformedHalf(
  api: Api,
  half: 0 | 1,
  samples: Samples,
  tokens: { member: string; admin: string },
): Promise<RawRequest[]> {
  const document = await api.get<ApiDocument>('/openapi.json')
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const token = path.includes('/admin/') ? tokens.admin : tokens.member
      return [...malformedRequests(path, method, operation, { samples, token })]
    }),
  )
  return all.filter((_, i) => i % 2 === half)
}

/** The target of requests, and the headers that a proxy would add. */
export interface Sending {
  origin: string
  /** The agent for this turn; many visitors, so that no rate limit applies. */
  agentOf: (turn: number) => Agent
  /** Additional headers of a visitor's requests. */
  headersOf: (turn: number) => Record<string, string>
  /** Whether the proxy answered itself, without forwarding the request. */
  isProxys?: (answer: RawAnswer) => boolean
}

/**
 * The server runs only two heavy calls at a time and answers others with 503 `busy`; retries until the call is
 * accepted.
 */
export async function whenNotBusy<T extends { status: number; text: string }>(
  ask: () => Promise<T>,
): Promise<T> {
  return until(async () => {
    const answer = await ask()
    return answer.status === 503 && answer.text.includes('"code":"busy"') ? null : answer
  }, 'a heavy call that is taken')
}

/** Sends all requests with limited concurrency and returns what was wrong with the responses. */
export async function sendAll(
  requests: RawRequest[],
  { origin, agentOf, headersOf, isProxys = () => false }: Sending,
): Promise<{ faults: string[]; refused: number }> {
  const faults: string[] = []
  let refused = 0
  let next = 0
  const worker = async () => {
    for (let i = next++; i < requests.length; i = next++) {
      const raw = requests[i] as RawRequest
      const headers = { ...raw.headers, ...headersOf(i) }
      const answer = await whenNotBusy(() => sendRaw(origin, { ...raw, headers }, agentOf(i)))
      const problem = isProxys(answer) ? null : fault(answer)
      if (problem) faults.push(`${raw.method} ${raw.path.slice(0, 120)} [${raw.what}] ${problem}`)
      if (answer.status >= 400) refused++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { faults, refused }
}
