import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminAccessTokensApi } from '#features/people/sign-in/access-tokens/contract.admin.ts'
import { accessTokensApi } from '#features/people/sign-in/access-tokens/contract.ts'
import { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { ROOT } from '#platform/server/paths.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { statementOf } from './testing/bank-statement.ts'
import { createOrder, createUser, type TestUser } from './testing/factories.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

/** The calls that a document shows, as a reader runs them. */
const callsOf = (document: string) =>
  [...readFileSync(join(ROOT, 'docs', document), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].map(
    ([, calls = '']) => calls,
  )

const ORDERS = callsOf('orders.md')
const TOKENS = callsOf('tokens.md')

const isThere = (program: string) => !spawnSync(program, ['--version']).error

describe.runIf(['bash', 'curl', 'jq'].every(isThere))('the calls in', () => {
  let test: TestApp
  let admin: TestUser
  let folder: string
  let tokens: { community: string; personal: string }

  beforeAll(async () => {
    test = await createTestApp()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    admin = await createUser(test.deps.database.orm, { role_id: 3 })
    folder = mkdtempSync(join(tmpdir(), 'letterlend-calls-'))
    const body = {
      name: 'Script',
      writes: true,
      tasks: ['shipping', 'treasury'],
      days: 30,
    } as const
    const made = { as: admin.token, body: { ...body, tasks: [...body.tasks] } }
    tokens = {
      community: (await test.call(adminAccessTokensApi.create, made)).body.token,
      personal: (await test.call(accessTokensApi.create, made)).body.token,
    }
  })
  afterAll(async () => {
    await test.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs calls of a document for a new order. A call that fails is an error. */
  async function run(calls: string | undefined, token: string, { id = '' } = {}): Promise<string> {
    const { port } = test.app.server.address() as AddressInfo
    const script = (calls ?? '')
      .replace(/^(api|token)=.*\n/gm, '')
      .replaceAll('...', id)
      .replace(/"version": \d+/, '"version": 0')
    const setting = [
      'set -euo pipefail',
      'curl() { command curl --fail-with-body "$@"; }',
      `api=http://127.0.0.1:${port}${API_BASE} token=${token}`,
    ]
    const { stdout } = await promisify(execFile)('bash', ['-c', [...setting, script].join('\n')], {
      cwd: folder,
    })
    return stdout
  }

  const order = (fields: Parameters<typeof createOrder>[1] = {}) =>
    createOrder(test.deps.database.orm, fields)
  const stateOf = async (id: string) =>
    (await test.call(adminOrdersApi.byId, { as: admin.token, query: { id } })).body

  it('docs/orders.md list, ship, print and correct an order', async () => {
    expect(ORDERS).toHaveLength(4)
    const [list, ship, slip, correct] = ORDERS
    const paid = await order({ status: 'paid' })
    const [listed = ''] = (await run(list, tokens.community)).split('\n}\n')
    expect(JSON.parse(`${listed}}`)).toEqual({
      id: paid.id,
      refno: paid.refno,
      version: 0,
      product: expect.stringMatching(/\w/),
      name: 'Ada Muster',
      amount: 1,
    })
    await run(slip, tokens.community, paid)
    expect(readFileSync(join(folder, 'slip.pdf'), 'latin1').slice(0, 5)).toBe('%PDF-')
    await run(ship, tokens.community, paid)
    expect((await stateOf(paid.id)).order_status.name).toBe('processed')
    const unpaid = await order()
    await run(correct, tokens.personal, unpaid)
    expect(await stateOf(unpaid.id)).toMatchObject({ amount: 3, city: 'Bern' })
  })

  it('docs/tokens.md show whose token it is and import a statement', async () => {
    expect(TOKENS).toHaveLength(3)
    const [whose, statement, imported] = TOKENS
    expect(JSON.parse(await run(whose, tokens.personal))).toMatchObject({ id: admin.id })
    const { id, refno } = await order()
    writeFileSync(join(folder, 'statement.xml'), statementOf(refno))
    const begun = JSON.parse(await run(statement, tokens.community))
    await test.deps.jobs.drain('bank-statements')
    const read = await test.call(bankStatementsApi.imported, {
      as: tokens.community,
      query: { id: begun.id },
    })
    const answer = JSON.parse(await run(imported, tokens.community, begun))
    expect(answer).toEqual(read.body)
    expect(answer).toMatchObject({ is_done: true, paid: [{ order_id: id }] })
  })
})
