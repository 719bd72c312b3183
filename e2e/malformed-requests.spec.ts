import { Agent } from 'node:http'
import { expect, test } from '@playwright/test'
import { Api } from './drivers/api.ts'
import { ENDS_SESSION, malformedHalf, samplesOf, sendAll } from './drivers/refusals.ts'
import {
  type ScratchFolder,
  type ServerProcess,
  scratchFolder,
  spawnServer,
} from './drivers/server-process.ts'

const ADMIN = { email: 'admin@letterlend.example', password: 'letterlend-demo' }
const ITEM = 1

/** The other half runs on PostgreSQL: e2e/attacks.spec.ts. */
test.describe('malformed requests, embedded database', { tag: '@servers' }, () => {
  let folder: ScratchFolder
  let server: ServerProcess

  test.beforeEach(async () => {
    // A first start with the whole demo community, while other tests also start servers.
    test.setTimeout(300_000)
    folder = scratchFolder()
    server = await spawnServer({
      DATA_DIR: folder.path,
      // Each request comes from another address, so that no rate limit applies.
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'error',
      DEMO: 'on',
    })
    await server.ready()
  })
  test.afterEach(async () => {
    await server?.kill()
    folder.remove()
  })

  test('are rejected with a stable code by every call of the OpenAPI document', async () => {
    const api = new Api(server.origin)
    const lender = await api.registerNeighbour([ITEM])
    const borrower = await api.registerNeighbour([ITEM])
    const request = { renter_id: lender.userId, item_id: ITEM, text: 'Darf ich?' }
    const { id } = await api.post<{ id: string }>('/transactions/create', request, borrower.token)
    const samples = samplesOf(lender, id, ITEM)
    const { api_token } = await api.post<{ api_token: string }>('/auth/login', ADMIN)
    const people = { member: borrower.token, admin: api_token }
    const requests = await malformedHalf(api, 0, samples, people)
    expect(requests.length).toBeGreaterThan(8_000)

    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const sending = {
      origin: server.origin,
      agentOf: () => agent,
      headersOf: (turn: number) => ({
        'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
      }),
    }
    const [last, first] = [true, false].map((ends) =>
      requests.filter(({ path }) => ENDS_SESSION.test(path) === ends),
    ) as [typeof requests, typeof requests]
    const before = await sendAll(first, sending)
    expect(before.faults).toEqual([])
    for (const token of Object.values(people)) {
      expect((await api.request('GET', '/users/userinfo', { token })).status).toBe(200)
    }
    const after = await sendAll(last, sending)
    expect(after.faults).toEqual([])
    agent.destroy()
    const refused = before.refused + after.refused
    expect(refused / requests.length, 'most of them are refused').toBeGreaterThan(0.6)
    expect(server.stderr).toBe('')
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  })
})
