import { messageReportsApi } from '#features/community/moderation/contract.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { householdApi } from '#features/lending/household/contract.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { notificationsApi, pushApi } from '#features/people/notifications/contract.ts'
import { configApi } from '#platform/shared/config.ts'
import type { TestUser } from '../testing/factories.ts'
import { loansOf } from '../testing/loans.ts'
import type { Device, PushServer } from '../testing/push-server.ts'
import type { TestApp } from '../testing/test-app.ts'

/** The actors; the last two have no account. */
export const ACTORS = [
  'borrower',
  'lender',
  /** In the lender's household from the start. */
  'member',
  /** Joined the household at the end. */
  'newMember',
  /** Left the household at the end; one with immediate, one with daily mails. */
  'former',
  'formerDaily',
  'stranger',
  'blocked',
  /** Wrote a message that is held for a moderator. */
  'spammer',
  'moderator',
  'admin',
  /** Asked the lender, and has removed the account. */
  'gone',
  'visitor',
] as const
export type Actor = (typeof ACTORS)[number]
type Person = Exclude<Actor, 'visitor'>

/** Members of the lender's side for requests made while all of them were there. */
const HOUSEHOLD = ['lender', 'member'] as const

export interface Conversation {
  id: string
  /** Id of one of its messages. */
  message: string
  /** In every text of the conversation and nowhere else. */
  word: string
  insiders: ReadonlySet<Actor>
  /** The only call with which moderators can read part of it. */
  moderated: string | null
}

export interface ConversationsWorld {
  people: Record<Person, TestUser>
  devices: ReadonlyMap<Person, Device>
  letterbox: string
  conversations: Record<'agreed' | 'done' | 'held' | 'reported' | 'closed' | 'left', Conversation>
  /** Recipients of all mails and notices that were pending before members left the household. */
  told: { before: string[] }
}

const ITEMS = [1, 2, 3, 4, 5, 6]

type Loans = ReturnType<typeof loansOf>
type Lender = Awaited<ReturnType<Loans['newLender']>>

const REACHABLE = { enable_messaging: true, enable_notifications: true }

/** A lender's household, and people outside of it. */
async function createPeople(loans: Loans, box: Lender) {
  const newPerson = (firstname: string, fields = {}) =>
    loans.newBorrower({ ...REACHABLE, firstname, ...fields })
  const newMember = (firstname: string) => loans.join(box, { ...REACHABLE, firstname })
  return {
    lender: box.owner,
    member: await newMember('Mia'),
    former: await newMember('Fay'),
    formerDaily: await newMember('Dot'),
    borrower: await newPerson('Ada'),
    stranger: await newPerson('Sam'),
    blocked: await newPerson('Bob'),
    spammer: await newPerson('Spy'),
    moderator: await newPerson('Mod', { role_id: 2 }),
    admin: await newPerson('Adm', { role_id: 3 }),
    gone: await newPerson('Gus'),
  }
}

const conversationOf = (
  { id, messages }: Transaction,
  word: string,
  insiders: Actor[],
  moderated: string | null = null,
): Conversation => ({
  id,
  word,
  moderated,
  message: messages[0]?.id ?? '',
  insiders: new Set(insiders),
})

/** One conversation of each kind, each with its own unique word. */
async function holdConversations(
  test: TestApp,
  loans: Loans,
  people: Awaited<ReturnType<typeof createPeople>>,
): Promise<ConversationsWorld['conversations']> {
  const { borrower, lender, member } = people
  const ask = async (by: TestUser, item_id: number, text: string, renter_id = lender.id) => {
    const body = { renter_id, item_id, text }
    const { body: transaction, status } = await test.call(requestsApi.create, {
      as: by.token,
      body,
    })
    if (status !== 201)
      throw new Error(`Unexpected answer: ${status} ${JSON.stringify(transaction)}`)
    return transaction
  }
  const write = (by: TestUser, { id }: Transaction, text: string) =>
    test.call(messagesApi.sendMessage, { as: by.token, body: { transaction_id: id, text } })
  const agreed = await ask(borrower, 1, 'May I? Quittengelee')
  await write(lender, agreed, 'On which day? Quittengelee')
  await loans.propose(borrower, agreed, { text: 'That day! Quittengelee' })
  await write(member, agreed, 'I am there, too. Quittengelee')
  await loans.accept(lender, agreed, { text: 'At the back door. Quittengelee' })

  const finished = await ask(borrower, 2, 'May I? Zwetschgenmus')
  await loans.accept(member, finished, { text: 'Yes. Zwetschgenmus' })
  await loans.step('handOver', lender, finished)
  await loans.step('return', lender, finished)
  for (const { token } of [borrower, lender]) {
    const body = { transaction_id: finished.id, text: 'Thanks! Zwetschgenmus', show: false }
    await test.call(loansApi.thank, { as: token, body })
  }

  // The same text in different case, to a sixth letterbox.
  for (let n = 0; n < 5; n++) {
    const other = await loans.newLender({ items: ITEMS })
    await ask(people.spammer, 3, 'may i? hagebuttentee', other.owner.id)
  }
  const held = await ask(people.spammer, 3, 'May I? HAGEBUTTENTEE')
  if (!held.messages[0]?.held) throw new Error('Unexpected message that nobody holds')

  const reported = await ask(borrower, 4, 'May I? Holundersirup')
  const report = { transaction_id: reported.id, reason: 'rude' } as const
  await test.call(messageReportsApi.store, { as: lender.token, body: report })

  const closed = await ask(people.blocked, 5, 'May I? Brombeerwein')
  await loans.accept(lender, closed, { text: 'Yes. Brombeerwein' })
  await test.call(blocksApi.block, { as: lender.token, body: { user_id: people.blocked.id } })

  const left = await ask(people.gone, 6, 'May I? Vogelbeerbrand')
  await write(lender, left, 'Soon. Vogelbeerbrand')
  await test.call(accountsApi.remove, { as: people.gone.token })

  return {
    agreed: conversationOf(agreed, 'Quittengelee', ['borrower', ...HOUSEHOLD]),
    done: conversationOf(finished, 'Zwetschgenmus', ['borrower', ...HOUSEHOLD]),
    held: conversationOf(held, 'HAGEBUTTENTEE', ['spammer'], 'GET /api/v1/admin/held-messages'),
    reported: conversationOf(
      reported,
      'Holundersirup',
      ['borrower', ...HOUSEHOLD],
      'GET /api/v1/admin/message-reports',
    ),
    closed: conversationOf(closed, 'Brombeerwein', ['blocked', ...HOUSEHOLD]),
    left: conversationOf(left, 'Vogelbeerbrand', [...HOUSEHOLD]),
  }
}

/** Creates people and conversations of each kind, using calls only. */
export async function createConversations(
  test: TestApp,
  service: PushServer,
): Promise<ConversationsWorld> {
  const loans = loansOf(test)
  const box = await loans.newLender({ items: ITEMS, ownerFields: REACHABLE })
  const people = await createPeople(loans, box)
  const { lender } = people
  const devices = new Map<Person, Device>()
  const { body: config } = await test.call(configApi.get)
  for (const [name, { token }] of Object.entries(people)) {
    if (name === 'formerDaily') continue
    const device = service.subscribe(config.vapid_public_key ?? '')
    await test.call(pushApi.subscribe, { as: token, body: device.subscription })
    devices.set(name as Person, device)
  }
  const daily = { request: 'daily', message: 'daily' } as const
  await test.call(notificationsApi.update, { as: people.formerDaily.token, body: daily })

  test.advance(2_000)
  const conversations = await holdConversations(test, loans, people)

  const waiting = await test.deps.database.query<{ recipient: string }>(
    `SELECT recipient FROM queued_mails
     UNION ALL SELECT email FROM notices JOIN users ON users.id = notices.user_id`,
  )
  await test.call(householdApi.leave, { as: people.former.token })
  const body = { member_id: people.formerDaily.id }
  await test.call(householdApi.remove, { as: lender.token, body })
  test.advance(2_000)
  const everyone = {
    ...people,
    newMember: await loans.join(box, { ...REACHABLE, firstname: 'Nea' }),
  }
  const device = service.subscribe(config.vapid_public_key ?? '')
  await test.call(pushApi.subscribe, { as: everyone.newMember.token, body: device.subscription })
  devices.set('newMember', device)
  return {
    people: everyone,
    devices,
    letterbox: box.id,
    told: { before: waiting.map(({ recipient }) => recipient) },
    conversations,
  }
}
