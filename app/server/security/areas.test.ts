import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cases } from '#features/community/moderation/tables.ts'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transaction_thanks } from '#features/lending/conversations/thanks/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import { order_events, orders } from '#features/shop/orders/tables.ts'
import { insertBatch } from '#features/shop/parcels/server/door.ts'
import { letter_batches } from '#features/shop/parcels/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { Street } from '#platform/server/street-map/address-list.ts'
import { StreetMap } from '#platform/server/street-map/street-map.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { type BackOfficeCall, IN_AREAS, isBackOfficeCall } from '#platform/shared/task-matrix.ts'
import { AREA_TASKS } from '#platform/shared/tasks.ts'
import { INSIDE, OUTLINE, OUTSIDE, POSTCODES, type Spot } from '../testing/area-samples.ts'
import {
  createItem,
  createLetterbox,
  createOrder,
  createUser,
  keepProved,
  type TestUser,
} from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  const streetMap = Object.assign(await StreetMap.open([]), { streets: STREETS })
  test = await createTestApp({ deps: { streetMap } })
  // Letters need an address of the community to which their receivers can write.
  const { token: as } = await createUser(orm(), { role_id: 3 })
  const { body: settings } = await test.call(settingsApi.list, { as })
  const version = settings.find(({ key }) => key === 'operator')?.version ?? 0
  const value = { ...test.deps.settings.current().operator, email: 'hello@lend.example' }
  await test.call(settingsApi.save, { as, body: { key: 'operator', version, value } })
})
afterAll(() => test.close())
const orm = () => test.deps.database.orm

/** Things at one place, all of which a person with an area works on. */
interface Things {
  letterbox: string
  owner: string
  borrower: string
  newcomer: string
  newcomersLetterbox: string
  houseMate: string
  report: string
  settledReport: string
  transaction: string
  messageReport: string
  heldMessage: string
  /** A paid order, and one that was shipped just now. */
  order: string
  shipped: string
  /** A batch of letters to the houses of the street. */
  batch: string
  street: string
}

async function createThings(spot: Spot): Promise<Things> {
  const { id: letterbox, owner } = await createLetterbox(orm(), spot)
  const borrower = await createUser(orm())
  const waiting_since = new Date()
  const newcomer = await createLetterbox(orm(), { ...spot, ownerFields: { waiting_since } })
  const houseMate = await createUser(orm(), { waiting_since })
  const joining = { user_id: houseMate.id, letterbox_id: letterbox, joined_at: waiting_since }
  await orm().insert(household_members).values(joining)
  return {
    letterbox,
    owner: owner.id,
    borrower: borrower.id,
    newcomer: newcomer.owner.id,
    newcomersLetterbox: newcomer.id,
    houseMate: houseMate.id,
    ...(await createReports(letterbox)),
    ...(await createConversation(borrower, owner)),
    ...(await createOrders(owner, spot)),
    ...(await createLetters(spot)),
  }
}

async function createReports(letterbox_id: string) {
  const about = { kind: 'report', letterbox_id, type: 'other', title: 'Gone', lang: 'en' } as const
  const open = { ...about, email: 'eve@example.org' }
  const settled = { ...open, handled_at: new Date(), outcome: 'done' } as const
  const [report, settledReport] = await orm().insert(cases).values([open, settled]).returning()
  return { report: report?.id ?? '', settledReport: settledReport?.id ?? '' }
}

/** A returned loan with everything that waits for a moderator. */
async function createConversation(borrower: TestUser, owner: TestUser) {
  const item_id = await createItem(orm(), 1)
  const sides = { borrower_id: borrower.id, lender_id: owner.id }
  const [{ id: transaction_id = '' } = {}] = await orm()
    .insert(transactions)
    .values({ ...sides, item_id, status: 'returned' })
    .returning()
  const message = { transaction_id, from_id: borrower.id, to_id: owner.id, text: 'Hello' }
  const held = { held_at: new Date(), held_for: 'many_letterboxes' } as const
  const [delivered, heldMessage] = await orm()
    .insert(messages)
    .values([message, { ...message, ...held }])
    .returning()
  await orm().insert(transaction_thanks).values({
    transaction_id,
    side: 'borrower',
    by_id: borrower.id,
    to_id: owner.id,
    text: 'Call me',
    shown: false,
    held_at: new Date(),
    created_at: new Date(),
  })
  const [messageReport] = await orm()
    .insert(cases)
    .values({
      kind: 'message_report',
      message_id: delivered?.id ?? '',
      user_id: owner.id,
      type: 'rude',
    })
    .returning()
  return {
    transaction: transaction_id,
    messageReport: messageReport?.id ?? '',
    heldMessage: heldMessage?.id ?? '',
  }
}

async function createOrders({ id: user_id }: TestUser, spot: Spot) {
  const ordered = { user_id, ...spot, spot_sought_at: new Date() }
  const order = await createOrder(orm(), { ...ordered, status: 'paid' })
  const shipped = await createOrder(orm(), { ...ordered, status: 'processed' })
  const event = { order_id: shipped.id, status: 'processed', actor: 'admin' } as const
  await orm()
    .insert(order_events)
    .values({ ...event, created_at: test.deps.clock() })
  return { order: order.id, shipped: shipped.id }
}

/** A street with the houses 1 and 2. */
const streetAt = (name: string, { postcode, latitude, longitude }: Spot) =>
  new Street(
    name,
    { postcode, city: 'Zürich' },
    '1 2',
    new Float64Array([latitude, longitude, latitude, longitude]),
  )
const STREETS = [streetAt('Probeweg Innen', INSIDE), streetAt('Probeweg Aussen', OUTSIDE)]
const CITY = { city: 'Zürich', country: 'CH' }

async function createLetters(spot: Spot) {
  const street = spot === INSIDE ? 'Probeweg Innen' : 'Probeweg Aussen'
  const letter = { address: `${street} 1`, ...spot, ...CITY, handed_letterbox_id: null }
  const about = { label: street, lang: 'en', text: '', window: 'left', created_by: null } as const
  const { id } = await insertBatch(orm(), about, [letter], test.deps.clock())
  return { batch: id, street }
}

const AREAS = { postcodes: POSTCODES, outline: OUTLINE }

/**
 * A call that lists things, by the ids in its rows; one that takes a thing; one that takes several and says how many of
 * them it has decided; one that counts things; or one that takes several and answers for each.
 */
type Case =
  | { lists: (things: Things) => string[]; query?: object; counted?: string }
  | { takes: (things: Things) => object }
  | { decides: (things: Things) => object }
  | { counts: object }
  | { answersEach: (things: Things) => object }

const letterbox = ({ letterbox: id }: Things) => ({ id, version: 0 })
const report = ({ report: id }: Things) => ({ id, version: 0 })
const order = ({ order: id }: Things) => ({ id, version: 0 })
const orderPapers = ({ order: id }: Things) => ({ ids: [id], lang: 'en' })
const batch = ({ batch: id }: Things) => ({ id })
const street = ({ street: name }: Things) => {
  const postcode = name === 'Probeweg Aussen' ? OUTSIDE.postcode : INSIDE.postcode
  return { name, postcode, city: 'Zürich' }
}
const letters = (it: Things) => ({
  source: { kind: 'street', ...street(it), numbers: ['1'] },
  lang: 'en',
  text: '',
  window: 'left',
})
const EDIT = {
  address: 'Nordstrasse 1',
  city: 'Zürich',
  country: 'CH',
  certain: true,
  selected_items_id: [],
}

const CASES: Partial<Record<BackOfficeCall, Case>> = {
  'GET /admin/queues': {
    counts: {
      orders_to_ship: 1,
      orders_to_confirm: null,
      reports: 1,
      held_messages: 2,
      message_reports: 1,
      newcomers: 2,
      feedback: null,
      objections: null,
    },
  },

  'GET /admin/letterboxes': {
    lists: (things) => [things.letterbox, things.newcomersLetterbox],
  },
  'GET /admin/letterboxes/byId': { takes: ({ letterbox: id }) => ({ id }) },
  'POST /admin/letterboxes/hide': { takes: (it) => ({ ...letterbox(it), reason: 'Empty' }) },
  'POST /admin/letterboxes/show': { takes: letterbox },
  'POST /admin/letterboxes/update': {
    takes: (it) => ({ ...letterbox(it), ...EDIT, ...INSIDE }),
  },
  'POST /admin/letterboxes/verify': { takes: letterbox },
  'POST /admin/letterboxes/unverify': { takes: letterbox },

  'GET /admin/reports': { lists: (things) => [things.report] },
  'GET /admin/reports/byId': { takes: ({ report: id }) => ({ id }) },
  'POST /admin/reports/assign': { takes: (it) => ({ ...report(it), mine: true }) },
  'POST /admin/reports/note': { takes: (it) => ({ ...report(it), note: 'Looked' }) },
  'POST /admin/reports/settle': { takes: (it) => ({ ...report(it), outcome: 'done' }) },
  'POST /admin/reports/reopen': { takes: ({ settledReport: id }) => ({ id, version: 0 }) },
  'POST /admin/reports/answer': {
    takes: (it) => ({ ...report(it), text: 'Thanks', request_id: randomUUID() }),
  },
  'GET /admin/held-messages': { lists: (things) => [things.heldMessage] },
  'GET /admin/held-messages/thanks': { lists: (things) => [things.transaction] },
  'POST /admin/held-messages/settleThanks': {
    decides: ({ transaction: transaction_id }) => ({
      transaction_id,
      side: 'borrower',
      show: true,
    }),
  },
  'POST /admin/held-messages/release': { decides: ({ heldMessage }) => ({ ids: [heldMessage] }) },
  'POST /admin/held-messages/discard': {
    decides: ({ heldMessage }) => ({ ids: [heldMessage], reason: 'Spam' }),
  },
  'GET /admin/message-reports': { lists: (things) => [things.messageReport] },
  'POST /admin/message-reports/assign': {
    decides: ({ messageReport }) => ({ ids: [messageReport], mine: true }),
  },
  'POST /admin/message-reports/settle': {
    decides: ({ messageReport }) => ({ ids: [messageReport], outcome: 'unfounded' }),
  },

  'GET /admin/newcomers': { lists: (things) => [things.newcomer, things.houseMate] },
  'POST /admin/newcomers/letIn': { takes: ({ newcomer: id }) => ({ id }) },
  'POST /admin/newcomers/decline': { takes: ({ houseMate: id }) => ({ id, reason: 'Unknown' }) },

  'GET /admin/orders': {
    lists: (things) => [things.order],
    query: { status: 'paid' },
    counted: 'paid',
  },
  'GET /admin/orders/byId': { takes: ({ order: id }) => ({ id }) },
  'POST /admin/orders/note': { takes: (it) => ({ ...order(it), note: 'Rang the bell' }) },
  'POST /admin/orders/bulk': { answersEach: (it) => ({ act: 'ship', orders: [order(it)] }) },
  'POST /admin/orders/ship': { takes: order },
  'POST /admin/orders/unship': { takes: ({ shipped: id }) => ({ id, version: 1 }) },
  'GET /admin/orders/packingSlip': { takes: ({ order: id }) => ({ id }) },
  'POST /admin/orders/packingSlips': { takes: orderPapers },
  'POST /admin/orders/packingList': { takes: orderPapers },
  'POST /admin/orders/addressLabels': { takes: orderPapers },
  'POST /admin/orders/codeStickers': { takes: orderPapers },

  'GET /admin/invitations': { lists: (things) => [things.batch] },
  'GET /admin/invitations/byId': { takes: batch },
  'GET /admin/invitations/streets': {
    lists: (things) => [things.street],
    query: { search: 'probeweg' },
  },
  'GET /admin/invitations/houses': { takes: street },
  'POST /admin/invitations/create': { takes: letters },
  'POST /admin/invitations/preview': { takes: letters },
  'GET /admin/invitations/letters': { takes: batch },
  'POST /admin/invitations/revoke': { takes: batch },
}

const MISSING = new Proxy({} as Things, { get: () => randomUUID() })

async function make(call: string, { token }: TestUser, input: object) {
  const [method, path] = call.split(' ') as ['GET' | 'POST', string]
  const answer = await test.app.inject({
    method,
    url: API_BASE + path,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'GET' ? { query: { ...input } } : { payload: input }),
  })
  return { status: answer.statusCode, text: answer.body }
}

it('each call that people with an area may make has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(IN_AREAS.filter(isBackOfficeCall).sort())
})

describe.each(Object.entries(AREAS))('a person whose area is given by %s', (_kind, area) => {
  let person: TestUser
  let inside: Things
  let outside: Things
  beforeEach(async () => {
    await orm().delete(users)
    await orm().delete(orders)
    await orm().delete(letter_batches)
    person = await keepProved(orm(), await createUser(orm(), { tasks: [...AREA_TASKS], area }))
    inside = await createThings(INSIDE)
    outside = await createThings(OUTSIDE)
  })

  it.each(Object.entries(CASES))(
    '%s sees what is inside, and nothing outside',
    async (call, each) => {
      if ('lists' in each) {
        const { status, text } = await make(call, person, each.query ?? {})
        expect(status).toBe(200)
        const listed = each.lists(inside)
        for (const id of listed) expect(text).toContain(id)
        for (const id of Object.values(outside)) expect(text).not.toContain(id)
        const { counted = 'open' } = each
        const all = listed.length
        const { total = all, counts = { [counted]: all } } = JSON.parse(text)
        expect([total, counts[counted]]).toEqual([all, all])
        return
      }
      if ('counts' in each) {
        const { status, text } = await make(call, person, {})
        expect(status).toBe(200)
        expect(JSON.parse(text)).toMatchObject(each.counts)
        return
      }
      if ('decides' in each) {
        for (const [things, decided] of [
          [MISSING, 0],
          [outside, 0],
          [inside, 1],
        ] as const) {
          const { status, text } = await make(call, person, each.decides(things))
          expect([status, JSON.parse(text)]).toEqual([200, { decided }])
        }
        return
      }
      if ('answersEach' in each) {
        const outcomeOf = async (things: Things) => {
          const { text } = await make(call, person, each.answersEach(things))
          const { results } = JSON.parse(text) as { results: { id: string }[] }
          return results.map(({ id: _, ...outcome }) => outcome)
        }
        expect(await outcomeOf(outside)).toEqual(await outcomeOf(MISSING))
        expect(await outcomeOf(inside)).toMatchObject([{ outcome: 'done' }])
        return
      }
      const missing = await make(call, person, each.takes(MISSING))
      const refused = await make(call, person, each.takes(outside))
      expect([refused.status, refused.text]).toEqual([missing.status, missing.text])
      expect(refused.status).toBeGreaterThanOrEqual(404)
      const { status } = await make(call, person, each.takes(inside))
      expect([call, status]).toEqual([call, expect.toSatisfy((got: number) => got < 300)])
    },
  )

  it('can warn the author of a message inside, and not of one outside', async () => {
    const call = 'POST /admin/message-reports/settle'
    const warning = { outcome: 'justified', measure: 'warn', reason: 'Rude' }
    const warn = ({ messageReport }: Things) =>
      make(call, person, { ids: [messageReport], ...warning })
    const missing = await warn(MISSING)
    expect(missing.status).toBe(422)
    expect(await warn(outside)).toEqual(missing)
    expect(await warn(inside)).toEqual({ status: 200, text: '{"decided":1}' })
  })

  it('finds nothing outside by a search, a filter or a case that is assigned to them', async () => {
    const address = 'Hohlstrasse 77'
    await orm().update(letterboxes).set({ address }).where(eq(letterboxes.id, outside.letterbox))
    const assigned = inArray(cases.id, [outside.report, outside.messageReport])
    await orm().update(cases).set({ assignee_id: person.id }).where(assigned)
    const looks: [string, object][] = [
      ['GET /admin/reports', { search: address, state: 'all' }],
      ['GET /admin/reports', { letterbox_id: outside.letterbox, state: 'all' }],
      ['GET /admin/reports', { state: 'mine' }],
      ['GET /admin/message-reports', { state: 'mine' }],
      ['GET /admin/letterboxes', { search: address }],
      ['GET /admin/letterboxes', { search: address, state: 'reported' }],
    ]
    for (const [call, query] of looks) {
      const { status, text } = await make(call, person, query)
      const { rows, total, counts } = JSON.parse(text)
      const found = { status, rows, total, mine: counts?.mine ?? 0 }
      expect([call, query, found]).toEqual([
        call,
        query,
        { status: 200, rows: [], total: 0, mine: 0 },
      ])
    }
  })

  it('is not told of a change of what is outside by a call with another version', async () => {
    for (const call of ['POST /admin/reports/note', 'POST /admin/letterboxes/show']) {
      const body = { version: 7, note: 'Looked' }
      const isReport = call.includes('reports')
      const change = (id: string) => make(call, person, { ...body, id })
      const known = await change(isReport ? inside.report : inside.letterbox)
      expect([call, known.status]).toEqual([call, 409])
      const { status } = await change(isReport ? outside.report : outside.letterbox)
      expect([call, status]).toEqual([call, 404])
    }
  })

  it('sees no newcomer without a letterbox', async () => {
    const nowhere = await createUser(orm(), { waiting_since: new Date() })
    const { text } = await make('GET /admin/newcomers', person, {})
    expect(text).not.toContain(nowhere.id)
    const { status } = await make('POST /admin/newcomers/letIn', person, { id: nowhere.id })
    expect(status).toBe(409)
  })

  it('sees no conversation whose lender is gone', async () => {
    await orm().delete(users).where(eq(users.id, inside.owner))
    for (const call of ['GET /admin/message-reports', 'GET /admin/held-messages/thanks']) {
      const { text } = await make(call, person, {})
      expect(text).not.toContain(inside.transaction)
      expect(text).not.toContain(inside.messageReport)
    }
  })

  it('may make no call that concerns the whole community', async () => {
    for (const call of ['GET /admin/users', 'GET /admin/feedback', 'GET /admin/announcements']) {
      expect([call, (await make(call, person, {})).status]).toEqual([call, 403])
    }
  })
})
