import { API_BASE } from '#platform/shared/endpoint.ts'
import type { BusyAccount } from './busy-account.ts'

/** A call by a page, with its input. */
export interface PageCall {
  name: string
  path: string
  /** The session to use; null for a visitor. */
  token: string | null
}

/** The account's town, 4 km wide. */
const TOWN = 'north_east=47.395,8.555&south_west=47.355,8.500'
const HERE = 'latitude=47.377000&longitude=8.527000'

/**
 * The twenty most frequent calls of pages: at each start of the app, on the map and at a letterbox, in the inbox, on
 * the pages of orders and wishes, and in the back office. Map tiles are left out, since they need no query.
 */
export function pageCallsOf(account: BusyAccount): PageCall[] {
  const visitor = null
  const member = account.member.token
  const admin = account.admin.token
  const calls: [name: string, token: string | null, path: string][] = [
    ['config', visitor, '/config'],
    ['own account', member, '/users/userinfo'],
    ['number of new requests', member, '/transactions/getNumberOfNewTransactions'],
    ['unseen announcement', member, '/announcements/getFirstUnseen'],
    ['items', visitor, '/items'],
    ['nearest ten', member, `/letterboxes?${TOWN}&${HERE}&limit=10&prefer=answers`],
    [
      'hundred with a sticker in a box',
      member,
      `/letterboxes/filterLetterBoxesByStickerId?${TOWN}&${HERE}&sticker_id=1`,
    ],
    [
      'one letterbox',
      member,
      `/letterboxes/getLetterboxById?letterbox_id=${account.neighbourLetterboxId}&${HERE}`,
    ],
    ['thanks of a letterbox', visitor, `/letterboxes/thanks?id=${account.letterboxId}`],
    ['inbox', member, '/transactions?role=lend'],
    ['one conversation', member, `/transactions?transaction_id=${account.conversationId}`],
    ['lent things', member, '/transactions/lent'],
    ['own orders', member, '/orders/loadAllAsUser'],
    ['one order', member, `/orders/loadById?order_id=${account.orderId}`],
    ['products', visitor, '/product'],
    ['wishes', member, '/wishes'],
    ['what waits for staff', admin, '/admin/queues'],
    ['queue of orders', admin, '/admin/orders'],
    ['queue of reports', admin, '/admin/reports'],
    ['people', admin, '/admin/users'],
  ]
  return calls.map(([name, token, path]) => ({ name, token, path: API_BASE + path }))
}
