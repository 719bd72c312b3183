import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import { type AttemptLimit, countAttempt } from '#platform/server/identity/attempts.queries.ts'
import type { Device } from '#platform/server/identity/device.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { newDevice } from './mails.ts'

/** A user who tries several browsers gets mails for the first ones only. */
const MAILS: AttemptLimit = { max: 3, windowMs: DAY_MS }

type NotMeDeps = Pick<Deps, 'config' | 'clock'>

/** The "it was not me" page, for mails about an account. */
export async function notMeUrl(
  db: Db,
  { config, clock }: NotMeDeps,
  user: Pick<UserRow, 'id' | 'email'>,
): Promise<string> {
  const token = await createToken(db, 'not_me', user, clock())
  return config.publicUrl + paths.notMe({ token })
}

/** Mails the owner about a login from an unknown device. */
export async function tellOfNewDevice(
  db: Db,
  deps: MailDeps & NotMeDeps,
  user: UserRow,
  { browser, system }: Device,
): Promise<void> {
  const { mails, clock } = deps
  if (!user.email || !user.email_confirmed_at) return
  if ((await countAttempt(db, ['newDevice', user.id], MAILS, clock())).over) return
  await mails.enqueue(db, {
    to: user.email,
    lang: user.lang,
    content: newDevice({
      firstname: user.firstname,
      browser,
      system,
      notMeUrl: await notMeUrl(db, deps, user),
    }),
  })
}
