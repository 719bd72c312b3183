import { expect } from '@playwright/test'
import { Api } from './api.ts'
import { LiveStream } from './live-stream.ts'

const ITEM = 1
export const TILE = '/letterboxes/tiles/0/0/0'

/**
 * The main use of the app: a letterbox on the map, and a neighbour who asks for an item.
 * @returns the event stream of the lender's device
 */
export async function walkMainPath(origin: string): Promise<LiveStream> {
  expect(await (await fetch(origin)).text()).toContain('<script')
  const api = new Api(origin)
  const lender = await api.registerNeighbour([ITEM])
  const borrower = await api.registerNeighbour()
  expect(await api.get(`${TILE}?sticker_id=${ITEM}`)).toMatchObject({ total: 1 })
  const stream = await LiveStream.open(origin, lender.token)
  const text = 'Darf ich die Leiter holen?'
  const request = { renter_id: lender.userId, item_id: ITEM, text }
  const { id } = await api.post<{ id: string }>('/transactions/create', request, borrower.token)
  const event = await stream.next(({ type }) => type === 'message')
  expect(event).toMatchObject({ transaction_id: id, message: { text } })
  return stream
}
