import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import { notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import { recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import {
  countAccessTokens,
  createAccessToken,
  revokeAccessToken,
} from '#platform/server/identity/access-tokens.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { AccessTokenRow, UserRow } from '#platform/server/identity/tables.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { SINGLE_TASKS, type SingleTask } from '#platform/shared/tasks.ts'
import { MAX_COMMUNITY_TOKENS } from '../contract.admin.ts'
import { type AccessToken, type CreatedToken, MAX_TOKENS, type NewToken } from '../contract.ts'
import { accessTokenMade } from './mails.ts'

type MakingDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'mails'>

export const presentToken = (row: AccessTokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  writes: row.writes,
  tasks: row.tasks,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/** In the order of the tasks, each once. */
const inOrder = (tasks: readonly SingleTask[]) =>
  SINGLE_TASKS.filter((task) => tasks.includes(task))

const endOf = ({ days }: NewToken, now: Date) => new Date(now.getTime() + days * DAY_MS)

async function tellOwner(tx: Db, deps: MakingDeps, user: UserRow, name: string): Promise<void> {
  if (!user.email) return
  await deps.mails.enqueue(tx, {
    to: user.email,
    lang: user.lang,
    content: accessTokenMade({
      firstname: user.firstname,
      name,
      url: deps.config.publicUrl + paths.security(),
      notMeUrl: await notMeUrl(tx, deps, user),
    }),
  })
}

/**
 * Creates a personal token and mails its owner. It counts as two factors if the session does. Throws
 * `too_many_access_tokens`.
 */
export function makeOwnToken(
  deps: MakingDeps,
  viewer: Viewer,
  token: NewToken,
): Promise<CreatedToken> {
  const now = deps.clock()
  return deps.database.orm.transaction(async (tx) => {
    // Locked, so that the limit holds for parallel calls.
    const user = await lockUser(tx, viewer.id)
    if (!user) throw new AppError('unauthorized')
    if ((await countAccessTokens(tx, user.id, now)) >= MAX_TOKENS)
      throw new AppError('too_many_access_tokens')
    const { row, secret } = await createAccessToken(
      tx,
      {
        userId: user.id,
        name: token.name,
        writes: token.writes,
        tasks: inOrder(token.tasks).filter((task) => viewer.tasks.includes(task)),
        strong: viewer.strong,
        expiresAt: endOf(token, now),
      },
      now,
    )
    await recordSecurityEvent(tx, user.id, { kind: 'token_made', origin: viewer }, now)
    await tellOwner(tx, deps, user, row.name)
    return { ...presentToken(row), token: secret }
  })
}

/** Throws `not_found`. */
export function endOwnToken(deps: MakingDeps, viewer: Viewer, id: string): Promise<null> {
  const now = deps.clock()
  return deps.database.orm.transaction(async (tx) => {
    if (!(await revokeAccessToken(tx, viewer.id, id, now))) throw new AppError('not_found')
    await recordSecurityEvent(tx, viewer.id, { kind: 'token_ended', origin: viewer }, now)
    return null
  })
}

/** Creates a token of the community. Throws `too_many_access_tokens`. */
export function makeCommunityToken(
  deps: MakingDeps,
  viewer: Viewer,
  token: NewToken,
): Promise<CreatedToken> {
  const now = deps.clock()
  return deps.database.orm.transaction(async (tx) => {
    if ((await countAccessTokens(tx, null, now)) >= MAX_COMMUNITY_TOKENS)
      throw new AppError('too_many_access_tokens')
    const { name, writes } = token
    const { row, secret } = await createAccessToken(
      tx,
      {
        userId: null,
        name,
        writes,
        tasks: inOrder(token.tasks),
        strong: true,
        expiresAt: endOf(token, now),
      },
      now,
    )
    const after = { tasks: row.tasks, writes, expires_on: row.expires_at.toISOString() }
    const act = {
      subject: 'access_token',
      subject_id: row.id,
      verb: 'create',
      label: name,
    } as const
    await recordAct(tx, viewer, { ...act, after }, now)
    return { ...presentToken(row), token: secret }
  })
}

/** Throws `not_found`. */
export function endCommunityToken(deps: MakingDeps, viewer: Viewer, id: string): Promise<null> {
  const now = deps.clock()
  return deps.database.orm.transaction(async (tx) => {
    const row = await revokeAccessToken(tx, null, id, now)
    if (!row) throw new AppError('not_found')
    const act = {
      subject: 'access_token',
      subject_id: id,
      verb: 'revoke',
      label: row.name,
    } as const
    await recordAct(tx, viewer, act, now)
    return null
  })
}
