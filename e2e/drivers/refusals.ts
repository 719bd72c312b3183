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

/** Calls that may end the session of whoever sends them; they come when nothing else needs it. */
export const ENDS_SESSION =
  /\/(auth\/(logout|register|login\w*|emailConfirmation|resetPassword)|household\/register|identityProviders\/\w+|passkeys\/login|secondFactors\/logIn|sessions\/\w+|users\/remove)\b/

/** Nothing of the inside, and a word that a client can rely on. */
export function fault({ status, text }: RawAnswer): string | null {
  if (status >= 500) return `answers ${status}: ${text.slice(0, 200)}`
  if (status < 400) return null
  try {
    const { statusCode, code } = JSON.parse(text)
    if (statusCode === status && /^[a-z_]+$/.test(code)) return null
  } catch {
    // Told below.
  }
  return `answers ${status} without statusCode and code: ${text.slice(0, 200)}`
}

/** Two who talk to each other, and a valid value for each field. */
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
 * Everything malformed that there is for the calls of the API's own document. One half is for one kind of database, the
 * other for the other: what a value does to either shows in one field or another.
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

/** What is sent to where, and what is said by whoever stands before the server. */
export interface Sending {
  origin: string
  /** Of the visitor whose turn it is: many, so that no limit answers instead. */
  agentOf: (turn: number) => Agent
  /** What a visitor's requests carry besides. */
  headersOf: (turn: number) => Record<string, string>
  /** Whether an answer is a proxy's own, about what never reached the server. */
  isProxys?: (answer: RawAnswer) => boolean
}

/** Heavy calls take two at a time and answer the others 503 `busy`: asks again until the call is taken. */
export async function whenNotBusy<T extends { status: number; text: string }>(
  ask: () => Promise<T>,
): Promise<T> {
  return until(async () => {
    const answer = await ask()
    return answer.status === 503 && answer.text.includes('"code":"busy"') ? null : answer
  }, 'a heavy call that is taken')
}

/** Sends all, some at a time, and says what was wrong with the answers. */
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
