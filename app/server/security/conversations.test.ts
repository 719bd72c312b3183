import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { announceLiveEvent } from '#features/lending/conversations/events/server/live-event.ts'
import { gatherDigests } from '#features/people/notifications/server/gathering-digests.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { type EventStream, openEventStream } from '../testing/event-stream.ts'
import { createPushApp, type PushApp } from '../testing/push-app.ts'
import type { PushServer } from '../testing/push-server.ts'
import type { TestApp } from '../testing/test-app.ts'
import { contractCalls } from './contract-calls.ts'
import {
  ACTORS,
  type Actor,
  type Conversation,
  type ConversationsWorld,
  createConversations,
} from './conversations-world.ts'
import { A_DAY_BEFORE, A_DAY_TO_COME, ROUTES, type World } from './routes.ts'

let pushing: PushApp
let service: PushServer
let test: TestApp
let world: ConversationsWorld
beforeAll(async () => {
  pushing = await createPushApp()
  ;({ test, service } = pushing)
  world = await createConversations(test, service)
})
afterAll(() => pushing.close())

type Ids = Pick<Conversation, 'id' | 'message'>
/** Inputs for each call that takes the id of a conversation or message. */
const CALLS: Record<string, (ids: Ids) => object> = {
  'GET /transactions': ({ id }) => ({ transaction_id: id }),
  'GET /transactions/alternatives': ({ id }) => ({ transaction_id: id }),
  'GET /transactions/calendar': ({ id }) => ({ transaction_id: id }),
  'GET /transactions/outlook': ({ id }) => ({ transaction_id: id }),
  'GET /transactions/quotedText': ({ id, message }) => ({
    transaction_id: id,
    message_id: message,
  }),
  'GET /transactions/takenBesides': ({ id }) => ({ transaction_id: id }),
  'POST /admin/held-messages/discard': ({ message }) => ({ ids: [message], reason: 'No' }),
  'POST /admin/held-messages/settleThanks': ({ id }) => ({
    transaction_id: id,
    side: 'borrower',
    show: false,
  }),
  'POST /admin/held-messages/release': ({ message }) => ({ ids: [message] }),
  'POST /admin/message-reports/assign': ({ message }) => ({ ids: [message], mine: true }),
  'POST /admin/message-reports/settle': ({ message }) => ({ ids: [message], outcome: 'unfounded' }),
  'POST /reports/storeMessage': ({ message }) => ({ message_id: message, reason: 'rude' }),
  'POST /transactions/agreeDays': ({ id }) => ({ transaction_id: id, return_by: A_DAY_TO_COME }),
  'POST /transactions/answer': ({ id }) => ({ transaction_id: id, answer: 'accept' }),
  'POST /transactions/archive': ({ id }) => ({ transaction_id: id, archived: true }),
  'POST /transactions/changeDays': ({ id }) => ({ transaction_id: id, return_by: A_DAY_TO_COME }),
  'POST /transactions/handOver': ({ id }) => ({ transaction_id: id }),
  'POST /transactions/notFetched': ({ id }) => ({ transaction_id: id }),
  'POST /transactions/hideThanks': ({ id }) => ({ transaction_id: id, hidden: true }),
  'POST /transactions/keepDays': ({ id }) => ({ transaction_id: id }),
  'POST /transactions/markMessagesSeen': ({ id }) => ({ transaction_id: id }),
  'POST /transactions/mute': ({ id }) => ({ transaction_id: id, muted: true }),
  'POST /transactions/noteLoan': ({ id }) => ({ transaction_id: id, since: A_DAY_BEFORE }),
  'POST /transactions/propose': ({ id }) => ({
    transaction_id: id,
    wanted_from: A_DAY_TO_COME,
  }),
  'POST /transactions/return': ({ id }) => ({ transaction_id: id }),
  'POST /transactions/sayAgreed': ({ id }) => ({ transaction_id: id, wanted_from: A_DAY_TO_COME }),
  'POST /transactions/sayFetched': ({ id }) => ({
    transaction_id: id,
    since: A_DAY_BEFORE,
    return_by: A_DAY_TO_COME,
  }),
  'POST /transactions/sendMessage': ({ id }) => ({ transaction_id: id, text: 'Hello' }),
  'POST /transactions/thank': ({ id }) => ({ transaction_id: id, show: true }),
  'POST /transactions/undo': ({ id }) => ({ transaction_id: id }),
  'POST /transactions/withdraw': ({ id }) => ({ transaction_id: id }),
}
/** The same with the other id, for calls with two. */
const OTHERWISE: Record<string, (ids: Ids) => object> = {
  'POST /reports/storeMessage': ({ id }) => ({ transaction_id: id, reason: 'rude' }),
}

/** Features whose ids are all those of conversations and messages, with these exceptions. */
const ABOUT_CONVERSATIONS =
  /^(transactions|loans|blocks|messageReports|adminMessageReports|heldMessages|notifications|push)Api$/
const OTHER_IDS = ['item_id', 'renter_id', 'renter_ids', 'request_id', 'user_id']
const isConversationId = (table: string, key: string) =>
  /^(transaction|message)_ids?$/.test(key) ||
  (ABOUT_CONVERSATIONS.test(table) && /(^|_)ids?$/.test(key) && !OTHER_IDS.includes(key))

const keysOf = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

it('the tested calls are exactly those that take the id of a conversation or message', async () => {
  const calls = await contractCalls()
  expect(calls.length).toBeGreaterThan(100)
  const takesIds = calls.filter(({ table, call: { query, body, params } }) =>
    [query, body, params].flatMap(keysOf).some((key) => isConversationId(table, key)),
  )
  const names = takesIds.map(({ call: { method, path } }) => `${method} ${path}`)
  expect(names.sort()).toEqual(Object.keys(CALLS).sort())
})

const tokenOf = (actor: Actor) => (actor === 'visitor' ? null : world.people[actor].token)
let networks = 0
async function ask(actor: Actor, method: 'GET' | 'POST', url: string, payload?: object) {
  networks++
  const token = tokenOf(actor)
  const { statusCode: status, body } = await test.app.inject({
    method,
    url,
    ...(payload && { payload }),
    remoteAddress: `10.${networks >> 8}.${networks & 255}.1`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return { status, body }
}
function call(actor: Actor, name: string, input: object) {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  return ask(actor, method, API_BASE + path + query, method === 'POST' ? input : undefined)
}

const conversations = () => Object.entries(world.conversations)
/** The former member with daily mails is the same as the one with immediate mails. */
const LOOKING = ACTORS.filter((actor) => actor !== 'formerDaily')
/** People without access to any conversation, except for what moderators review. */
const STRANGERS: readonly Actor[] = ['stranger', 'moderator', 'admin']
const NOBODY: readonly Actor[] = ['gone', 'visitor']
/** Conversations of other people to request as this actor. */
function askedBy(actor: Actor) {
  const some = NOBODY.includes(actor) ? ['agreed'] : ['agreed', 'held', 'reported']
  const alike = NOBODY.includes(actor) || STRANGERS.includes(actor)
  return conversations().filter(
    ([which, { insiders }]) => !insiders.has(actor) && (!alike || some.includes(which)),
  )
}
const isModerator = (actor: Actor) => actor === 'moderator' || actor === 'admin'
/** Reviews that moderators may see. */
const decides = (actor: Actor, name: string, { moderated }: Conversation) =>
  isModerator(actor) && moderated !== null && name.includes(moderated.split('/').at(-1) ?? '')
/** Whether a response reveals that the conversation exists. */
const tells = (text: string, { id, word, message }: Conversation) =>
  [id, word, message].some((each) => text.includes(each))

/** All stored data of the conversations. */
const stored = () =>
  test.deps.database.query(
    `SELECT (SELECT jsonb_agg(t ORDER BY t.id) FROM transactions t) AS transactions,
       (SELECT jsonb_agg(m ORDER BY m.id) FROM messages m) AS messages,
       (SELECT jsonb_agg(e ORDER BY e.id) FROM transaction_events e) AS events,
       (SELECT jsonb_agg(v ORDER BY v.user_id, v.transaction_id) FROM transaction_views v) AS views,
       (SELECT jsonb_agg(r ORDER BY r.id) FROM cases r) AS reports,
       (SELECT jsonb_agg(h ORDER BY h.transaction_id, h.side) FROM transaction_thanks h) AS thanks`,
  )

/** Unrelated to conversations, or slow because it is rendered as PDF. */
const NOT_LOOKED_AT = /openapi|captcha|stickerSheet|receipt|invoice|packingSlip/

describe('a conversation', () => {
  it('can be read by everyone who acts for one of its sides', async () => {
    for (const [, conversation] of conversations()) {
      const { id, word, insiders } = conversation
      for (const actor of insiders) {
        const { body } = await call(actor, 'GET /transactions', { transaction_id: id })
        expect(body).toContain(word)
      }
    }
  })

  it('is indistinguishable from an unknown one for all others in every call, and stays unchanged', async () => {
    const before = await stored()
    const nothing = { id: randomUUID(), message: randomUUID() }
    const wrong: string[] = []
    const all = [...Object.entries(CALLS), ...Object.entries(OTHERWISE)]
    for (const actor of LOOKING) {
      for (const [name, inputOf] of all) {
        const none = await call(actor, name, inputOf(nothing))
        for (const [which, conversation] of askedBy(actor)) {
          if (decides(actor, name, conversation)) continue
          const answer = await call(actor, name, inputOf(conversation))
          if (answer.status !== none.status || answer.body !== none.body)
            wrong.push(`${actor} ${name} ${which}: ${answer.status} ${answer.body}`)
        }
        if (name.includes('/reports/')) await test.deps.database.query('DELETE FROM attempts')
      }
    }
    expect(wrong).toEqual([])
    expect(await stored()).toEqual(before)
  })

  it('is in no response, list, count or export of an outsider', async () => {
    const { letterbox, conversations: all } = world
    const filled = new Proxy({ letterbox, transaction: all.agreed.id } as World, {
      get: (knownIds, name) => Reflect.get(knownIds, name) ?? randomUUID(),
    })
    const reads = ROUTES.filter(
      ({ method, name, statuses }) =>
        method === 'GET' &&
        name.includes(API_BASE) &&
        !NOT_LOOKED_AT.test(name) &&
        !statuses.includes(null),
    ).map(({ name, url, statuses: [visitors] }) => ({ name, visitors, url: url(filled) }))
    for (const { word } of Object.values(all)) {
      const url = `${API_BASE}/transactions?search=${word}`
      reads.push({ name: 'search', visitors: 401, url })
    }
    expect(reads.length).toBeGreaterThan(40)
    const wrong: string[] = []
    for (const actor of LOOKING.filter((each) => each !== 'gone')) {
      // Public responses are checked as a visitor.
      for (const { name, url } of reads.filter(
        ({ visitors }) => (visitors === 200) === (actor === 'visitor'),
      )) {
        const { body } = await ask(actor, 'GET', url)
        for (const [which, conversation] of conversations()) {
          if (conversation.insiders.has(actor) || decides(actor, name, conversation)) continue
          // Their own data lists when they last saw the conversation before they left.
          const { word } = conversation
          // The audit log names the message of a decision, without its content.
          const own = /\/(export|audit)$/.test(name)
          const isShown = own ? body.includes(word) : tells(body, conversation)
          if (isShown) wrong.push(`${actor} ${url}: ${which}`)
        }
      }
    }
    expect(wrong).toEqual([])
    for (const actor of ['newMember', 'former', 'formerDaily', 'stranger', 'moderator', 'admin']) {
      const { body } = await call(
        actor as Actor,
        'GET /transactions/getNumberOfNewTransactions',
        {},
      )
      expect([actor, JSON.parse(body)]).toEqual([actor, { count: 0 }])
    }
  })
})

/**
 * Everything that happens while streams are open: changes to agreed loans, and between two people who block each other.
 */
async function goOn() {
  const { people, conversations: all } = world
  const post = async (actor: Actor, path: string, input: object) => {
    const { status, body } = await call(actor, `POST ${path}`, input)
    expect([path, status < 300, body]).toEqual([path, true, body])
  }
  const transaction_id = all.agreed.id
  const text = `And now? ${all.agreed.word}`
  await post('borrower', '/transactions/sendMessage', { transaction_id, text })
  await post('member', '/transactions/sendMessage', { transaction_id, text })
  await post('lender', '/transactions/markMessagesSeen', { transaction_id })
  await post('lender', '/transactions/archive', { transaction_id, archived: true })
  await post('borrower', '/transactions/mute', { transaction_id, muted: false })
  await post('lender', '/transactions/handOver', { transaction_id })
  await post('member', '/transactions/return', { transaction_id })
  await post('member', '/transactions/undo', { transaction_id })
  await post('member', '/transactions/return', { transaction_id })
  await post('borrower', '/transactions/thank', { transaction_id, text, show: false })
  const waits = { transaction_id: all.held.id, text: `Well? ${all.held.word}` }
  await post('spammer', '/transactions/sendMessage', waits)
  await post('moderator', '/admin/held-messages/discard', { ids: [all.held.message], reason: 'No' })
  const report = { message_id: all.reported.message, reason: 'other' }
  await post('member', '/reports/storeMessage', report)
  const { id: user_id } = people.blocked
  await post('lender', '/users/unblock', { user_id })
  const again = { transaction_id: all.closed.id, text: `Still? ${all.closed.word}` }
  await post('blocked', '/transactions/sendMessage', again)
  await post('member', '/users/block', { user_id })
}

describe('the events of a conversation', () => {
  const streams = new Map<Actor, EventStream>()
  afterAll(() => {
    for (const stream of streams.values()) stream.close()
  })

  it('reach no outsider by event stream, mail, push or digest', async () => {
    // Mails that were pending when they left.
    for (const { email } of [world.people.former, world.people.formerDaily])
      expect(world.told.before).toContain(email)
    const wrong: string[] = []
    for (const actor of ACTORS) {
      const token = tokenOf(actor)
      const stream = await openEventStream(test, token ?? undefined)
      if (actor === 'gone' || actor === 'visitor') expect(stream.status).toBe(401)
      else {
        streams.set(actor, stream)
        await stream.next('count')
      }
    }
    await goOn()
    // Events arrive in order: after this one none is pending.
    const fence = randomUUID()
    const everyone = Object.values(world.people).map(({ id }) => id)
    const last = { type: 'transaction', transaction_id: fence, users: everyone } as const
    await announceLiveEvent(test.deps.database.orm, last)
    for (const [actor, stream] of streams) {
      while ((await stream.next('transaction')).transaction_id !== fence);
      const text = JSON.stringify(stream.received)
      for (const [which, conversation] of conversations())
        if (!conversation.insiders.has(actor) && tells(text, conversation))
          wrong.push(`event to ${actor}: ${which}`)
    }
    expect(JSON.stringify(streams.get('borrower')?.received)).toContain('Quittengelee')
    for (const actor of ['newMember', 'former', 'formerDaily', 'stranger', 'moderator', 'admin']) {
      const types = streams.get(actor as Actor)?.received.map(({ type }) => type)
      expect([actor, types]).toEqual([actor, ['count', 'transaction']])
    }

    // Sends all pending mails, and the digests of the next two mornings.
    const makeDue = `UPDATE pgboss.job SET start_after = now() - interval '1 second'`
    await test.deps.database.query(makeDue)
    await test.deps.pushes.drain()
    await test.mails()
    test.advance(2 * DAY_MS)
    await gatherDigests(test.deps)
    const mails = await test.mails()
    for (const { recipient, subject, text, html } of mails) {
      for (const [which, conversation] of conversations()) {
        const insiders = [...conversation.insiders].flatMap((actor) =>
          actor === 'visitor' ? [] : [world.people[actor].email],
        )
        if (!insiders.includes(recipient) && tells(subject + text + html, conversation))
          wrong.push(`mail to ${recipient}, ${subject}: ${which}`)
      }
    }
    for (const [actor, { received }] of world.devices) {
      const text = JSON.stringify(received.map(({ payload }) => payload))
      for (const [which, conversation] of conversations())
        if (!conversation.insiders.has(actor) && tells(text, conversation))
          wrong.push(`push to ${actor}: ${which}`)
    }
    expect(wrong).toEqual([])
    const mailCountOf = (email: string) =>
      // Everyone has also exported their own data, which contains nothing of others.
      mails
        .filter(({ subject }) => !/data has been downloaded/.test(subject))
        // The former member also gets a mail about leaving the household.
        .filter(({ subject }) => !/household/.test(subject))
        .filter(({ recipient }) => recipient === email).length
    expect(mailCountOf(world.people.member.email)).toBeGreaterThan(0)
    expect(world.devices.get('borrower')?.received.length).toBeGreaterThan(0)
    for (const actor of ['former', 'formerDaily', 'newMember', 'stranger'] as const)
      expect([actor, mailCountOf(world.people[actor].email)]).toEqual([actor, 0])
  })
})
