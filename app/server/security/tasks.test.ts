import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { adminOverviewApi } from '#features/community/statistics/overview/contract.admin.ts'
import { rolesApi } from '#features/people/roles/contract.admin.ts'
import { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { payments } from '#features/shop/payments/tables.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { TASKS_OF_CALL } from '#platform/shared/task-matrix.ts'
import { SINGLE_TASKS, type SingleTask } from '#platform/shared/tasks.ts'
import { createOrder, createUser, type TestUser } from '../testing/factories.ts'
import { createTestAppAndRoutes } from '../testing/registered-routes.ts'
import type { TestApp } from '../testing/test-app.ts'

let test: TestApp
/** All calls of the back office, such as `POST /admin/orders/ship`. */
let calls: string[]
let member: TestUser
let moderator: TestUser
let admin: TestUser
const holders = {} as Record<SingleTask, TestUser>
beforeAll(async () => {
  const { test: app, routes } = await createTestAppAndRoutes()
  test = app
  calls = [...routes].flatMap((name) => {
    const [method, url = ''] = name.split(' ')
    return url.startsWith(`${API_BASE}/admin/`) ? [`${method} ${url.slice(API_BASE.length)}`] : []
  })
  calls.sort()
  const orm = test.deps.database.orm
  member = await createUser(orm)
  moderator = await createUser(orm, { role_id: ROLE_ID.moderator })
  admin = await createUser(orm, { role_id: ROLE_ID.admin })
  for (const task of SINGLE_TASKS) holders[task] = await createUser(orm, { tasks: [task] })
})
afterAll(() => test.close())

let asked = 0
/** Each call comes from a different network, since these are more calls than one visitor may make. */
const elsewhere = () => {
  asked += 1
  return `198.${18 + Math.floor(asked / 65_536)}.${Math.floor(asked / 256) % 256}.${asked % 256}`
}

/** Whether a call admits a user, found out with an invalid body, which it checks only afterwards. */
async function admits(call: string, { token }: TestUser): Promise<'yes' | 'no' | 'hidden'> {
  const [method, path] = call.split(' ') as ['GET' | 'POST', string]
  const headers = { authorization: `Bearer ${token}` }
  const answer = await test.app.inject({
    method,
    url: `${API_BASE}${path}?page=none`,
    headers,
    remoteAddress: elsewhere(),
    ...(method === 'POST' && { payload: {} }),
  })
  if (answer.statusCode === 404) return 'hidden'
  if (answer.statusCode !== 403) return 'yes'
  expect(answer.json().code).toBe('task_missing')
  return 'no'
}

it('the table of tasks has exactly the calls of the back office', () => {
  expect(calls).toEqual(Object.keys(TASKS_OF_CALL).sort())
})

it('each call of the back office admits the holders of its tasks, as recorded', async () => {
  const columns = [...SINGLE_TASKS, 'moderator', 'admin'] as const
  const width = Math.max(...calls.map((call) => call.length))
  const lines = [
    ['', ...columns].map((name, at) => (at === 0 ? ' '.repeat(width) : name)).join('  '),
  ]
  for (const call of calls) {
    expect([call, await admits(call, member)]).toEqual([call, 'hidden'])
    const cells: string[] = []
    for (const column of columns) {
      const caller =
        column === 'moderator' ? moderator : column === 'admin' ? admin : holders[column]
      const admitted = await admits(call, caller)
      expect([call, column, admitted]).not.toEqual([call, column, 'hidden'])
      cells.push((admitted === 'yes' ? 'x' : '.').padEnd(column.length))
    }
    lines.push([call.padEnd(width), ...cells].join('  ').trimEnd())
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./tasks.txt')
})

it('the role of moderators admits to the same calls as before tasks existed, and to those about newcomers', async () => {
  const before = ['announcements', 'feedback', 'held-messages', 'letterboxes', 'message-reports']
  // Moderators also decide about newcomers.
  const since = ['invitations', 'newcomers']
  const nouns = [...before, ...since, 'queues', 'objections', 'reports']
  for (const call of calls) {
    const noun = call.split('/')[2] ?? ''
    const was = nouns.includes(noun) && !/\/(letterboxes\/role|invitations\/imported)$/.test(call)
    expect([call, await admits(call, moderator)]).toEqual([call, was ? 'yes' : 'no'])
  }
})

describe('the back office', () => {
  const see = async (task: SingleTask, id: string) =>
    (await test.call(adminOrdersApi.byId, { as: holders[task].token, query: { id } })).body

  it('shows the delivery address to shipping and the money to treasury', async () => {
    const orm = test.deps.database.orm
    const { id, refno } = await createOrder(orm, { status: 'paid', address: 'Seestrasse 7' })
    await orm.insert(payments).values({
      order_id: id,
      provider: 'sandbox',
      provider_ref: refno,
      proof_hash: refno,
      amount_cents: 700,
      currency: 'CHF',
      status: 'succeeded',
    })
    const shipping = await see('shipping', id)
    expect([shipping.address, shipping.payments, shipping.refundable]).toEqual([
      'Seestrasse 7',
      [],
      0,
    ])
    const treasury = await see('treasury', id)
    expect([treasury.address, treasury.postcode, treasury.city]).toEqual([null, null, null])
    expect(treasury.payments).toHaveLength(1)
    const { body } = await test.call(adminOrdersApi.list, { as: holders.treasury.token })
    expect(JSON.stringify(body)).not.toContain('Seestrasse')
    const get = (as: TestUser, path: string) =>
      test.app.inject({ url: API_BASE + path, headers: { authorization: `Bearer ${as.token}` } })
    const file = await get(holders.treasury, '/admin/orders/export')
    expect(file.statusCode).toBe(200)
    expect(file.body).toContain(refno)
    expect(file.body).not.toContain('Seestrasse')
    const receipt = `/orders/receipt?order_id=${id}`
    expect((await get(holders.shipping, receipt)).statusCode).toBe(404)
    expect((await get(holders.treasury, receipt)).statusCode).toBe(200)
    // A conflict reveals no more than the user may see.
    const late = await test.call(adminOrdersApi.note, {
      as: holders.treasury.token,
      body: { id, version: 99, note: 'x' },
    })
    expect(late.error.code).toBe('changed_meanwhile')
    expect(JSON.stringify(late.error)).not.toContain('Seestrasse')
    const unpaid = await createOrder(orm, { address: 'Seestrasse 8' })
    const recorded = await test.call(bankStatementsApi.recordPayment, {
      as: holders.treasury.token,
      body: { id: unpaid.id, amount: 7, received_on: '2026-01-02' },
    })
    expect([recorded.status, recorded.body.order_info.address]).toEqual([200, null])
  })

  it('shows the former address of a corrected order to shipping alone', async () => {
    const { id } = await createOrder(test.deps.database.orm, { address: 'Seestrasse 9' })
    const { version } = await see('shipping', id)
    const corrected = await test.call(adminOrdersApi.correct, {
      as: holders.shipping.token,
      body: { id, version, address: 'Bergweg 1', donation: 2 },
    })
    expect(JSON.stringify(corrected.body.history)).toContain('Seestrasse 9')
    const { history } = await see('treasury', id)
    expect(JSON.stringify(history)).not.toContain('Seestrasse')
    expect(history.flatMap((event) => event.corrected ?? []).map(({ field }) => field)).toEqual([
      'donation',
    ])
  })

  it('lets a bulk action do only what the task may do to a single order', async () => {
    const { id } = await createOrder(test.deps.database.orm)
    const { version } = await see('treasury', id)
    const ask = (task: SingleTask, act: 'ship' | 'remind') =>
      test.call(adminOrdersApi.bulk, {
        as: holders[task].token,
        body: { act, orders: [{ id, version }] },
      })
    expect((await ask('treasury', 'ship')).error.code).toBe('task_missing')
    expect((await ask('shipping', 'remind')).error.code).toBe('task_missing')
    expect((await ask('treasury', 'remind')).body.results).toMatchObject([{ outcome: 'done' }])
  })

  it('counts the pending work of the viewer’s tasks and reveals no other counts', async () => {
    const numbersOf = async ({ token }: TestUser) =>
      Object.entries((await test.call(adminOverviewApi.queues, { as: token })).body).flatMap(
        ([name, count]) => (count === null ? [] : [name]),
      )
    expect(await numbersOf(holders.shipping)).toEqual(['orders_to_confirm', 'orders_to_ship'])
    expect(await numbersOf(holders.treasury)).toEqual([
      'orders_to_confirm',
      'payments_unmatched',
      'payments_to_settle',
    ])
    expect(await numbersOf(holders.map)).toEqual(['reports'])
    expect(await numbersOf(holders.texts)).toEqual([])
    expect(await numbersOf(moderator)).toEqual([
      'reports',
      'feedback',
      'newcomers',
      'objections',
      'held_messages',
      'message_reports',
    ])
  })

  it('lets the holder of the task texts set the banner and the links alone', async () => {
    const { token } = holders.texts
    const { body } = await test.call(settingsApi.list, { as: token })
    expect(body.map(({ key }) => key)).toEqual(['banner', 'links'])
    const save = (key: 'links' | 'limits') =>
      test.call(settingsApi.save, { as: token, body: { key, version: 0, value: null } })
    expect([(await save('links')).status, (await save('limits')).status]).toEqual([200, 403])
    const history = await test.call(settingsApi.history, { as: token, query: { key: 'prices' } })
    expect(history.error.code).toBe('task_missing')
  })
})

it('refuses the next call of a person whose task was taken away', async () => {
  const orm = test.deps.database.orm
  const helper = await createUser(orm, { tasks: ['shipping', 'texts'] })
  const list = () => test.call(adminOrdersApi.list, { as: helper.token })
  expect((await list()).status).toBe(200)
  const { body } = await test.call(rolesApi.byId, { as: admin.token, query: { id: helper.id } })
  const taken = { id: helper.id, version: body.version, tasks: ['texts' as const] }
  expect((await test.call(rolesApi.set, { as: admin.token, body: taken })).status).toBe(200)
  expect((await list()).error).toMatchObject({ code: 'task_missing' })
})
