import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { AskedQuestions, type Question } from './testing/asked-questions.ts'
import { type BusyAccount, createBusyAccount } from './testing/busy-account.ts'
import { largeCommunity } from './testing/large-community.ts'
import { loansOf } from './testing/loans.ts'
import { pageCallsOf } from './testing/page-calls.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

// With small tables, a query that scans a whole table is as fast as any other. These tests check how the database would
// plan each query for large tables.

const ROWS = 1_000
/** The planner believes that there are this many times more rows. */
const TIMES = 1_000

let asked: AskedQuestions
let testDatabase: TestDatabase
let account: BusyAccount
let test: TestApp
/** The tables that grow with a community. */
let growing: string[]
beforeAll(async () => {
  asked = new AskedQuestions()
  testDatabase = await createTestDatabase()
  const { database } = testDatabase
  const [off, on] = ['replica', 'origin'].map((role) => `SET session_replication_role = ${role}`)
  await database.script([off, ...largeCommunity(ROWS), on].join(';\n'))
  growing = await pretendToBeLarge()
  account = await createBusyAccount(database.orm)
  test = await createTestApp({ deps: { database } })
})
afterAll(async () => {
  await test.close()
  await testDatabase.drop()
  asked.stop()
})

/**
 * The planner uses rows per page and column statistics from the last ANALYZE: this changes the first and keeps the
 * second.
 */
async function pretendToBeLarge(): Promise<string[]> {
  const { query, script } = testDatabase.database
  await query('ANALYZE')
  const tables = await query<{ name: string }>(
    `UPDATE pg_class SET reltuples = reltuples * ${TIMES} WHERE relnamespace = 'public'::regnamespace
     AND relkind = 'r' AND reltuples >= ${ROWS} RETURNING relname AS name`,
  )
  const names = tables.map(({ name }) => name)
  // Autovacuum must not update them meanwhile.
  await script(names.map((name) => `ALTER TABLE ${name} SET (autovacuum_enabled = off)`).join(';'))
  return names
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The growing tables that a query scans completely. */
async function readWhole({ text, values }: Question): Promise<string[]> {
  if (!/^[\s(]*(select|with|update|delete)\b/i.test(text)) return []
  const [row] = await testDatabase.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  )
  if (!row) throw new Error('Unexpected empty plan')
  return nodesOf(row['QUERY PLAN'][0].Plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => growing.includes(table))
}

/** Calls that scan whole tables, with those tables. */
type Whole = Record<string, string[]>

async function noteWhole(whole: Whole, name: string, questions: readonly Question[]) {
  const tables: string[] = []
  for (const question of questions) tables.push(...(await readWhole(question)))
  if (tables.length > 0) whole[name] = [...new Set(tables)].sort()
}

async function wholeOf(calls: readonly (readonly [string, string, string | null])[]) {
  const whole: Whole = {}
  for (const [name, path, token] of calls) {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const call = () => test.app.inject({ url: path, headers })
    const { result, questions } = await asked.during(call)
    expect([name, result.statusCode]).toEqual([name, 200])
    await noteWhole(whole, name, questions)
  }
  return whole
}

it('the list of growing tables is not empty', () => {
  const few = ['letterboxes', 'messages', 'orders', 'transactions', 'users']
  expect(growing).toEqual(expect.arrayContaining(few))
  expect(growing.length).toBeGreaterThan(12)
})

it('the most frequent calls scan no growing table, except to count it for the staff', async () => {
  const calls = pageCallsOf(account).map(({ name, path, token }) => [name, path, token] as const)
  expect(await wholeOf(calls)).toEqual({
    people: ['users'],
    'queue of orders': ['orders'],
  })
})

it('other calls of members scan no growing table, except for cached counts', async () => {
  const { conversationId, letterboxId, orderId, member } = account
  const town = 'north_east=47.395,8.555&south_west=47.355,8.500'
  const calls = [
    'household',
    'impact',
    `items/getAllItemsByLetterboxId?letterboxId=${letterboxId}`,
    'letterboxes/byAddress?q=langstrasse',
    'letterboxes/geojson?limit=100',
    `letterboxes/resellers?${town}`,
    `letterboxes/stickerCounts?${town}`,
    `payment/status?order_id=${orderId}`,
    'securityEvents',
    'sessions',
    'transactions?role=borrow',
    'transactions?search=leiter',
    'transactions?state=archived',
    'transactions/allowance',
    'transactions/getNumberOfWaitingTransactions',
    'transactions/open?of=letterbox',
    `transactions/outlook?transaction_id=${conversationId}`,
    `transactions/takenBesides?transaction_id=${conversationId}`,
    'users/blocked',
    'users/export',
    'users/memberships',
    'userSettings',
    'wishes/nearby',
  ].map((path) => [path, `${API_BASE}/${path}`, member.token] as const)
  expect(await wholeOf(calls)).toEqual({ impact: ['users'] })
})

it('other lists of the staff scan only the growing tables whose rows they count', async () => {
  const { letterboxId, orderId, member, admin } = account
  const calls = [
    'audit',
    'feedback',
    'held-messages',
    'items',
    'keys',
    'letterboxes',
    `letterboxes/byId?id=${letterboxId}`,
    'letterboxes?state=hidden',
    'message-reports',
    'message-reports?state=handled',
    'newcomers',
    'objections',
    'orders/ideas',
    `orders/byId?id=${orderId}`,
    'orders?attention=true',
    'orders?search=keller',
    'orders?status=paid',
    'orders?status=refunded',
    'orders?to_ship=true',
    'orders?unpaid_days=30',
    'overview',
    'reports',
    `securityEvents?id=${member.id}`,
    `users/byId?id=${member.id}`,
    'users?search=keller',
    'users?state=suspended',
  ].map((path) => [path, `${API_BASE}/admin/${path}`, admin.token] as const)
  expect(await wholeOf(calls)).toEqual({
    audit: ['audit_log'],
    items: ['letterbox_items', 'transactions'],
    keys: ['tokens'],
    letterboxes: ['letterboxes'],
    'orders?status=paid': ['orders'],
    'orders?status=refunded': ['orders'],
    overview: ['letterboxes'],
  })
})

it('the steps of a loan and the deletion of an account scan no growing table', async () => {
  const loans = loansOf(test)
  const whole: Whole = {}
  async function step<T>(name: string, call: () => Promise<T>): Promise<T> {
    const { result, questions } = await asked.during(call)
    await noteWhole(whole, name, questions)
    return result
  }
  const [borrower, lender] = [await loans.newBorrower(), await loans.newLender()]
  const { owner } = lender
  const days = { wanted_from: loans.dayFromNow(3) }
  const request = await step('ask', () => loans.ask(borrower, lender, days))
  await step('look', () => loans.look(owner, request))
  await step('yes', () => loans.accept(owner, request))
  await step('hand over', () => loans.step('handOver', owner, request))
  await step('return', () => loans.step('return', owner, request))
  const removed = await step('remove', () => test.call(accountsApi.remove, { as: borrower.token }))
  expect(removed.status).toBe(204)
  expect(whole).toEqual({})
})
