import { Agent } from 'node:http'
import { expect, test } from '@playwright/test'
import { Api, freshEmail } from './drivers/api.ts'
import {
  type ApiDocument,
  malformedRequests,
  type RawRequest,
  type Samples,
} from './drivers/malformed-requests.ts'
import { sendBytes, sendRaw } from './drivers/raw-http.ts'
import { type ScratchDatabase, scratchDatabase } from './drivers/scratch-database.ts'
import {
  type ScratchFolder,
  type ServerProcess,
  scratchFolder,
  spawnServer,
} from './drivers/server-process.ts'

const AT_ONCE = 8
const ADMIN = { email: 'admin@letterlend.example', password: 'letterlend-demo' }
const ITEM = 1

/** Calls that may end the session of whoever sends them, as each login does; they come when nothing else needs it. */
const ENDS_SESSION =
  /\/(auth\/(logout|register|login\w*|emailConfirmation|resetPassword)|household\/register|passkeys\/login|secondFactors\/logIn|sessions\/\w+|users\/remove)\b/

/** Nothing of the inside, and a word that a client can rely on. */
function fault({ status, text }: { status: number; text: string }): string | null {
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

for (const kind of ['embedded', 'PostgreSQL'] as const) {
  test.describe(`malformed requests, ${kind} database`, { tag: '@servers' }, () => {
    let folder: ScratchFolder
    let database: ScratchDatabase | null = null
    let server: ServerProcess
    let api: Api

    test.beforeEach(async () => {
      // A first start with the whole demo community, beside other tests that start servers.
      test.setTimeout(300_000)
      folder = scratchFolder()
      if (kind === 'PostgreSQL') {
        database = await scratchDatabase()
      }
      server = await spawnServer({
        DATA_DIR: folder.path,
        DATABASE_URL: database?.url ?? '',
        // Each request comes from an address of its own, so that no limit answers instead.
        TRUST_PROXY: 'on',
        LOG_LEVEL: 'error',
        DEMO: 'on',
      })
      await server.ready()
      api = new Api(server.origin)
    })
    test.afterEach(async () => {
      await server?.kill()
      await database?.drop()
      folder.remove()
    })

    async function createSamples(): Promise<Samples & { sender: string }> {
      const [lender, borrower] = [
        await api.registerNeighbour([ITEM]),
        await api.registerNeighbour([ITEM]),
      ]
      const { id } = await api.post<{ id: string }>(
        '/transactions/create',
        { renter_id: lender.userId, item_id: ITEM, text: 'Darf ich?' },
        borrower.token,
      )
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
        sticker_id: ITEM,
        z: 12,
        x: 2144,
        y: 1434,
        q: 'Zür',
        token: 'none',
        letterboxId: lender.letterboxId,
        letterbox_id: lender.letterboxId,
        renter_id: lender.userId,
        item_id: ITEM,
        transaction_id: id,
        text: 'Hallo',
        selected_items_id: [ITEM],
        password: 'kein-Allerweltswort',
        captcha: 'x',
        id: lender.letterboxId,
        ids: [lender.letterboxId],
        user_id: lender.userId,
        before: '2030-01-01T00:00:00Z',
        email_confirmation_token: 'none',
        sender: borrower.token,
      }
    }

    async function sendAll(requests: RawRequest[]): Promise<{ faults: string[]; refused: number }> {
      const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
      const faults: string[] = []
      let refused = 0
      let next = 0
      const worker = async () => {
        for (let i = next++; i < requests.length; i = next++) {
          const raw = requests[i] as RawRequest
          const ip = `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`
          const headers = { ...raw.headers, 'x-forwarded-for': ip }
          const answer = await sendRaw(server.origin, { ...raw, headers }, agent)
          const problem = fault(answer)
          if (problem)
            faults.push(`${raw.method} ${raw.path.slice(0, 120)} [${raw.what}] ${problem}`)
          if (answer.status >= 400) refused++
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      agent.destroy()
      return { faults, refused }
    }

    test('are refused with a stable code in every call of the OpenAPI document', async () => {
      const samples = await createSamples()
      const { api_token } = await api.post<{ api_token: string }>('/auth/login', ADMIN)
      const people = { member: samples.sender, admin: api_token }
      const document = await api.get<ApiDocument>('/openapi.json')
      const all = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).flatMap(([method, operation]) => {
          const token = path.includes('/admin/') ? people.admin : people.member
          return [...malformedRequests(path, method, operation, { samples, token })]
        }),
      )
      // One to this kind of database, the next to the other one: what a value does to either shows in one
      // field or another.
      const requests = all.filter((_, i) => (i % 2 === 0) === (kind === 'embedded'))
      expect(requests.length).toBeGreaterThan(8_000)

      const before = await sendAll(requests.filter(({ path }) => !ENDS_SESSION.test(path)))
      expect(before.faults).toEqual([])
      for (const token of Object.values(people)) {
        expect((await api.request('GET', '/users/userinfo', { token })).status).toBe(200)
      }
      const last = await sendAll(requests.filter(({ path }) => ENDS_SESSION.test(path)))
      expect(last.faults).toEqual([])
      const refused = before.refused + last.refused
      expect(refused / requests.length, 'most of them are refused').toBeGreaterThan(0.6)
      expect(server.stderr).toBe('')
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    })

    test('that are no HTTP at all end with a 4xx or a closed line', async () => {
      const requests = [
        'GARBAGE\r\n\r\n',
        'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
        'GET /api/v1/items HTTP/1.1\r\n\r\n',
        'GET /api/v1/items HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n',
        `GET /api/v1/items HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
        'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}',
        'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}',
        'GET /\xff%ff%00 HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n',
        'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
      ]
      for (const bytes of requests) {
        const answer = await sendBytes(server.origin, bytes)
        expect(answer, JSON.stringify(bytes.slice(0, 80))).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
      }
    })
  })
}
