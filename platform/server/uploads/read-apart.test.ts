import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { SQUARE, svg } from '#app/server/testing/pictures.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { readCsvApart, UPLOADED } from '#features/community/imports/server/csv-reading.ts'
import { adminItemsApi } from '#features/places/items/contract.admin.ts'
import { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import type { ReadStatement } from '#features/shop/orders/bank-statements/server/camt.thread.ts'
import { file as statements } from '#features/shop/orders/bank-statements/server/camt.thread.ts?thread'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { readApart } from './read-apart.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(test.deps.database.orm, { role_id: 3 })
})
afterAll(() => test.close())
afterEach(() => {
  vi.useRealTimers()
})

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'
const statement = (inside: string) => `<Document xmlns="${NAMESPACE}">${inside}</Document>`
const attributes = (count: number) =>
  `<A ${Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')}/>`
const csv = (rows: string) => new Uint8Array(Buffer.from(`address;postcode;city\n${rows}`))
const MANY_ROWS = csv('Weg 1;8001;A\n'.repeat(20_000))

const importing = (xml: string) =>
  test.call(bankStatementsApi.import, { as: admin.token, body: { xml } })
const making = (file: Buffer) =>
  test.call(adminItemsApi.artwork, {
    as: admin.token,
    body: { file: file.toString('base64'), category: 'tools' },
  })

/** Uses CPU time in this thread. */
function keepBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('while a file is parsed', () => {
  it.each([
    ['a statement', () => importing(statement(attributes(5_000)))],
    ['a picture', () => making(svg(SQUARE))],
  ])('other calls are served: %s', async (_, read) => {
    const order: string[] = []
    const reading = read().then(() => order.push('the file'))
    await test.app.inject('/healthz').then(() => order.push('somebody else'))
    await reading
    expect(order).toEqual(['somebody else', 'the file'])
  })
})

describe('a file that exceeds its limit', () => {
  const limits = { milliseconds: MINUTE_MS, megabytes: 256 }
  const read = (inside: string, changedLimits: Partial<typeof limits>) =>
    readApart<string, ReadStatement>(statements, statement(inside), { ...limits, ...changedLimits })

  it('of time is rejected', async () => {
    await expect(read(attributes(50_000), { milliseconds: 1 })).rejects.toMatchObject({
      code: 'file_takes_too_long',
      statusCode: 400,
    })
  })

  it('is not blamed for the time that other calls need meanwhile', async () => {
    const reading = read('', { milliseconds: 500 })
    // The thread has started by then. The first check of the time runs before its messages arrive.
    await new Promise(setImmediate)
    keepBusy(700)
    await expect(reading).resolves.toEqual({ ibans: [], entries: [] })
  })

  it('is not blamed if the machine gives its thread no time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const reading = read(attributes(50_000), {})
    // The thread has started by then.
    await new Promise(setImmediate)
    vi.advanceTimersByTime(10 * MINUTE_MS)
    await expect(reading).rejects.toMatchObject({
      code: 'busy',
      statusCode: 503,
      details: { retryAfter: 60 },
    })
  })

  it('of memory is rejected, and the process goes on', async () => {
    await expect(read(attributes(50_000), { megabytes: 8 })).rejects.toMatchObject({
      code: 'file_takes_too_long',
    })
    await expect(read('', {})).resolves.toEqual({ ibans: [], entries: [] })
  })

  it('is reported by the import of letterboxes', async () => {
    await expect(
      readCsvApart(MANY_ROWS, { ...UPLOADED, milliseconds: 1 }, {}, async () => {}),
    ).rejects.toMatchObject({ problem: { code: 'takes_too_long' } })
  })
})

it('an error of the parsing thread keeps its code and fields', async () => {
  const refused = await importing('<html/>')
  expect(refused.error.code).toBe('validation')
  const picture = await making(Buffer.from('no picture'))
  expect(picture.error.errors).toEqual({ file: ['unreadable'] })
})
