import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profileApi } from '#features/community/profile/contract.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { sessionsApi } from '#features/people/accounts/sessions/contract.ts'
import { conversationLinks } from '#features/people/notifications/server/delivery/notify.ts'
import { passkeysApi } from '#features/people/sign-in/passkeys/contract.ts'
import { passkeys } from '#features/people/sign-in/passkeys/tables.ts'
import { proveIdentity } from '#platform/server/identity/proof.ts'
import { createSession, findViewer } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createToken, NewTokens } from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { createUser, type TestUser } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createWorld, ROUTES, send, type World } from './routes.ts'

let test: TestApp
/** For tests that change nothing. */
let shared: World
beforeAll(async () => {
  test = await createTestApp()
  shared = await createWorld(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm

function openConversation({ id: userId }: TestUser, transactionId: string): Promise<string> {
  return createSession(orm(), { userId, conversation: transactionId }, new Date())
}

/** Sessions of the world's owner and administrator, as the link of a mail about the conversation opens them. */
async function worldOfLinks(world: World, transactionId = world.transaction): Promise<World> {
  const opened = async (user: TestUser) => ({
    ...user,
    token: await openConversation(user, transactionId),
  })
  return { ...world, owner: await opened(world.owner), admin: await opened(world.admin) }
}

/** Calls that a conversation session may make; all others need a login. */
const OF_ITS_CONVERSATION = [
  'GET /api/v1/transactions',
  'GET /api/v1/transactions/calendar',
  'GET /api/v1/transactions/outlook',
  'GET /api/v1/transactions/quotedText',
  'GET /api/v1/transactions/takenBesides',
  'POST /api/v1/transactions/answer',
  'POST /api/v1/transactions/propose',
  'POST /api/v1/transactions/sayAgreed',
  'POST /api/v1/transactions/sayFetched',
  'POST /api/v1/transactions/noteLoan',
  'POST /api/v1/transactions/withdraw',
  'POST /api/v1/transactions/changeDays',
  'POST /api/v1/transactions/agreeDays',
  'POST /api/v1/transactions/keepDays',
  'POST /api/v1/transactions/handOver',
  'POST /api/v1/transactions/notFetched',
  'POST /api/v1/transactions/return',
  'POST /api/v1/transactions/undo',
  'POST /api/v1/transactions/sendMessage',
  'POST /api/v1/transactions/markMessagesSeen',
]
const OF_ITSELF = ['POST /api/v1/auth/logout', 'POST /api/v1/auth/sendOwnLoginLink']

describe('a conversation session', () => {
  it.each(ROUTES)(
    'is treated like a visitor by $name, except about its conversation',
    async (route) => {
      const own = OF_ITS_CONVERSATION.includes(route.name)
      const may = own || OF_ITSELF.includes(route.name)
      const world = may ? await createWorld(test) : shared
      const links = await worldOfLinks(world)
      if (may) expect((await send(test, route, links, 'owner')).status).toBe(route.statuses[2])
      if (own) {
        // It has no access to another conversation of its own user.
        const [{ id } = { id: '' }] = await orm()
          .insert(transactions)
          .values({ borrower_id: world.other.id, lender_id: world.owner.id, item_id: 4 })
          .returning()
        const others = await worldOfLinks(world, id)
        const refused = await send(test, route, others, 'owner')
        expect([refused.status, refused.code]).toEqual([403, 'conversation_only'])
      }
      if (may) return
      const visitor = await send(test, route, links, 'visitor')
      const expected =
        visitor.code === 'unauthorized' ? { status: 403, code: 'conversation_only' } : visitor
      for (const actor of ['owner', 'admin'] as const) {
        expect(await send(test, route, links, actor)).toEqual(expected)
      }
    },
  )

  it('cannot list conversations', async () => {
    const { owner, transaction } = await createWorld(test)
    const as = await openConversation(owner, transaction)
    const { status, error } = await test.call(listsApi.list, { as })
    expect([status, error.code]).toEqual([403, 'conversation_only'])
  })

  it('never counts as fresh proof', async () => {
    const { owner, transaction } = await createWorld(test)
    const now = new Date()
    const viewer = await findViewer(orm(), await openConversation(owner, transaction), now)
    const user = await findUser(orm(), owner.id)
    if (!viewer || !user) throw new Error('Unexpected empty answer')
    const claim = { user, viewer, password: undefined, now }
    await expect(proveIdentity(orm(), claim)).rejects.toThrow('Please log in again first.')
  })

  it('ends after a week even if used, or together with the other sessions', async () => {
    const later = await createTestApp({ sharing: test })
    const { owner, transaction } = await createWorld(test)
    const as = await openConversation(owner, transaction)
    const status = async () =>
      (await later.call(listsApi.list, { as, query: { transaction_id: transaction } })).status
    later.advance(6 * DAY_MS)
    expect(await status()).toBe(200)
    later.advance(2 * DAY_MS)
    expect(await status()).toBe(401)
    await later.close()

    const ended = await openConversation(owner, transaction)
    const { body } = await test.call(sessionsApi.list, { as: owner.token })
    expect(body.map(({ conversation }) => conversation)).toEqual(
      expect.arrayContaining([true, false]),
    )
    await test.call(sessionsApi.endOthers, { as: owner.token })
    const query = { transaction_id: transaction }
    expect((await test.call(listsApi.list, { as: ended, query })).status).toBe(401)
  })
})

describe('a conversation link in a mail', () => {
  async function mailed(world: World, user = world.owner): Promise<string> {
    return createToken(orm(), 'conversation_link', user, new Date(), world.transaction)
  }
  const redeem = (token: string, as?: string) =>
    test.call(accountsApi.loginWithToken, { body: { token }, as })

  it('opens only its conversation, once', async () => {
    const world = await createWorld(test)
    const token = await mailed(world)
    const { status, body } = await redeem(token)
    expect([status, body.conversation]).toEqual([
      200,
      {
        transaction_id: world.transaction,
        user_id: world.owner.id,
        lang: 'en',
        can_log_in: true,
      },
    ])
    const { error } = await test.call(profileApi.userinfo, { as: body.api_token })
    expect(error.code).toBe('conversation_only')
    expect((await redeem(token)).error.code).toBe('invalid_token')
  })

  it('keeps the session of the same person', async () => {
    const world = await createWorld(test)
    const token = await mailed(world)
    const { body } = await redeem(token, world.owner.token)
    expect(body).toEqual({ api_token: world.owner.token, conversation: null })
    expect((await redeem(token)).error.code).toBe('invalid_token')
  })

  it('is refused in the session of another account, without being used up', async () => {
    const world = await createWorld(test)
    const token = await mailed(world)
    const { status, error } = await redeem(token, world.other.token)
    expect([status, error.code]).toEqual([409, 'other_account'])
    expect((await redeem(token)).status).toBe(200)
  })

  it('opens only its own conversation if used in the session of another one', async () => {
    const world = await createWorld(test)
    const second = await createWorld(test)
    const as = await openConversation(second.owner, second.transaction)
    const { body } = await redeem(await mailed(world), as)
    expect(body.conversation?.transaction_id).toBe(world.transaction)
  })

  it('expires with the sessions of its account', async () => {
    const world = await createWorld(test)
    const token = await mailed(world)
    await test.call(sessionsApi.endAll, { as: world.owner.token })
    expect((await redeem(token)).error.code).toBe('invalid_token')
  })

  it('has no token if it leads to another page', async () => {
    const user = await findUser(orm(), (await createUser(orm())).id)
    if (!user) throw new Error('Unexpected missing user')
    const link = conversationLinks(new NewTokens(new Date()), user, (path) => `https://x${path}`)
    expect(link('/profile/updateLetterBoxItems')).toBe('https://x/profile/updateLetterBoxItems')
  })
})

describe('POST /auth/sendOwnLoginLink', () => {
  it('sends an account without password and passkey to the page for choosing one', async () => {
    const world = await createWorld(test)
    const as = await openConversation(world.owner, world.transaction)
    const linkOf = async () => {
      expect((await test.call(accountsApi.sendOwnLoginLink, { as })).status).toBe(204)
      const mail = (await test.mails())
        .filter(({ recipient }) => recipient === world.owner.email)
        .at(-1)
      return new URL(/https?:\/\/\S+lt=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '')
    }
    expect((await linkOf()).pathname).toBe('/')
    await orm().delete(passkeys).where(eq(passkeys.user_id, world.owner.id))
    const first = await linkOf()
    expect(first.pathname).toBe('/auth/setPassword')
    const token = first.searchParams.get('lt') ?? ''
    const { body } = await test.call(accountsApi.loginWithToken, { body: { token } })
    const password = { password: 'Kirschbaum am Gartenzaun' }
    const chosen = await test.call(accountsApi.setPassword, { as: body.api_token, body: password })
    expect([body.conversation, chosen.status]).toEqual([null, 204])
    expect((await linkOf()).pathname).toBe('/')
  })

  it('returns 401 to a suspended account', async () => {
    const world = await createWorld(test)
    const as = await openConversation(world.owner, world.transaction)
    await orm().update(users).set({ suspended_at: new Date() }).where(eq(users.id, world.owner.id))
    expect((await test.call(accountsApi.sendOwnLoginLink, { as })).status).toBe(401)
    expect((await test.call(passkeysApi.list, { as })).status).toBe(401)
  })
})
