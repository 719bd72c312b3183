import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import * as connection from './connection.ts'
import { outbox } from './outbox.ts'
import { resendWhenConnected } from './resend.ts'
import * as transactions from './transactions.ts'

const NETWORK = new ApiError(0, 'network', 'The server could not be reached.')
const message = { transaction_id: 't', from_id: 'ben', author_id: 'mia', text: 'Yes' }

let changed = () => {}
let end = () => {}
function follow(connected: boolean) {
  const isConnected = vi.spyOn(connection, 'isConnected').mockReturnValue(connected)
  vi.spyOn(connection, 'subscribeToConnection').mockImplementation((listener) => {
    changed = listener
    return () => {}
  })
  const deliver = vi.spyOn(transactions, 'deliver').mockImplementation(async (id) => {
    outbox.start(id)
  })
  end = resendWhenConnected('mia')
  const becomes = (next: boolean) => {
    isConnected.mockReturnValue(next)
    changed()
  }
  return { deliver, becomes }
}

/** A message whose sending ended like this. */
function failed(error: unknown, fields: Partial<typeof message> = {}): string {
  const id = outbox.add({ ...message, ...fields }, new Date())
  outbox.start(id)
  outbox.fail(id, error)
  return id
}
const settled = () => new Promise((resolve) => queueMicrotask(() => resolve(null)))

afterEach(() => {
  end()
  outbox.clear()
  vi.restoreAllMocks()
})

it('sends a message once when the network is back, and again only after another loss', async () => {
  const { deliver, becomes } = follow(false)
  const id = failed(NETWORK)
  await settled()
  expect(deliver).not.toHaveBeenCalled()
  becomes(true)
  expect(deliver.mock.calls).toEqual([[id, 'mia']])
  outbox.fail(id, NETWORK)
  await settled()
  becomes(true)
  expect(deliver).toHaveBeenCalledTimes(1)
  becomes(false)
  becomes(true)
  expect(deliver).toHaveBeenCalledTimes(2)
})

it('tries at once what failed while the network seems to be there', async () => {
  const { deliver } = follow(true)
  const id = failed(NETWORK)
  await settled()
  expect(deliver.mock.calls).toEqual([[id, 'mia']])
})

it('leaves to the person what the server refused, and what somebody else wrote', async () => {
  const { deliver } = follow(true)
  failed(new ApiError(429, 'rate_limited', 'Too many'))
  failed(NETWORK, { author_id: 'ada' })
  await settled()
  expect(deliver).not.toHaveBeenCalled()
})

it('sends what a reload interrupted', () => {
  outbox.add(message, new Date())
  const { deliver } = follow(true)
  expect(deliver).toHaveBeenCalledTimes(1)
})
