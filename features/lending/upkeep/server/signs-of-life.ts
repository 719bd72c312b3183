import { type NoticeLinks, notify } from '#features/people/notifications/server/door.ts'
import {
  NO_QUESTION,
  NO_SILENCE,
  noteSilence,
} from '#features/places/letterboxes/reach/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, NotifyDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import type { ConfirmationAnswer } from '../contract.ts'
import { type SignQuestion, signOfLife } from './mails.ts'
import {
  countAskedSince,
  endOfStretch,
  findAsked,
  findToAsk,
  lockForSigns,
  type SilentOrNot,
} from './signs-of-life.queries.ts'
import { hasAnswered, nextSignStep } from './signs-of-life.rules.ts'
import { createUpkeepToken } from './upkeep-tokens.queries.ts'

/** Owners asked per hour: the mail server of a small community cannot send more. */
const BATCH = 50

/** Days without a sign of life after which owners are asked; 0: never. */
const seasonOf = ({ settings }: Deps): number => settings.current().limits.silent_days

/** @returns whether the owner will be notified; false for one who wants no mails of this kind. */
async function tell(
  tx: Db,
  deps: NotifyDeps,
  { owner, question }: { owner: UserRow; question: SignQuestion },
  now: Date,
): Promise<boolean> {
  const token = await createUpkeepToken(tx, owner.id, now)
  const path = paths.profile()
  const mail = ({ atOnce, page }: NoticeLinks) => {
    const answerUrl = (answer: ConfirmationAnswer) =>
      page(atOnce ? paths.confirmItems({ token, answer }) : path)
    return signOfLife({
      firstname: owner.firstname,
      question,
      stillLendingUrl: answerUrl('still_lending'),
      notNowUrl: answerUrl('not_now'),
      takeOffUrl: answerUrl('take_off'),
    })
  }
  return notify(tx, deps, { user: owner, kind: 'community', path, mail }, now)
}

/** Takes the due step for one letterbox. Only one of several processes does it. */
async function takeStep(tx: Db, deps: Deps, found: SilentOrNot, now: Date): Promise<void> {
  const letterbox = await lockForSigns(tx, found)
  if (!letterbox) return
  const { id, owner, facts } = letterbox
  switch (nextSignStep(facts, seasonOf(deps), now)) {
    case 'ask':
      // An owner who could not be asked must not be called silent later.
      if (await tell(tx, deps, { owner, question: 'first' }, now)) {
        await noteSilence(tx, id, {
          sign_asked_at: now,
          sign_question_at: now,
          sign_answer_at: null,
        })
      }
      return
    case 'ask_again':
      if (await tell(tx, deps, { owner, question: 'second' }, now)) {
        await noteSilence(tx, id, { sign_asked_again_at: now })
      }
      return
    case 'call_silent':
      return noteSilence(tx, id, { silent_since: now })
    case 'take_off':
      await noteSilence(tx, id, { gone_since: now })
      await tell(tx, deps, { owner, question: 'gone' }, now)
      return
    case 'forget':
      return noteSilence(
        tx,
        id,
        hasAnswered(facts) ? { ...NO_SILENCE, sign_answer_at: facts.last_sign_at } : NO_QUESTION,
      )
  }
}

/**
 * Re-checks all letterboxes whose owners were asked for a sign of life, each in its own transaction. Safe in
 * several processes at once.
 */
export async function followSigns(deps: Deps): Promise<void> {
  const { database, clock } = deps
  const now = clock()
  const season = seasonOf(deps)
  const askedLetterboxes = await findAsked(database.orm)
  const due = askedLetterboxes.filter(({ facts }) => nextSignStep(facts, season, now) !== null)
  for (const found of due.slice(0, BATCH)) {
    await database.orm.transaction((tx) => takeStep(tx, deps, found, now))
  }
}

/**
 * Asks owners for a sign of life who let requests expire or were silent for a season. Reads all letterboxes in
 * batches, so that other queries do not wait. The hourly limit holds across restarts and several processes.
 */
export async function askForSigns(deps: Deps): Promise<void> {
  const { database, clock } = deps
  const now = clock()
  const season = seasonOf(deps)
  if (season === 0) return
  let after: string | null = null
  const asked = await countAskedSince(database.orm, new Date(now.getTime() - HOUR_MS))
  for (let left = BATCH - asked; left > 0; ) {
    const upTo = await endOfStretch(database.orm, after)
    const silentLetterboxes = await findToAsk(
      database.orm,
      { season, atMost: left, after, upTo },
      now,
    )
    for (const found of silentLetterboxes) {
      await database.orm.transaction((tx) => takeStep(tx, deps, found, now))
    }
    left -= silentLetterboxes.length
    if (upTo === null) return
    after = upTo
  }
}
