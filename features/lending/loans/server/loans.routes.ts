import type { FastifyInstance } from 'fastify'
import { readTransaction } from '#features/lending/conversations/lists/server/door.ts'
import {
  inTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import { speakerOf } from '#features/lending/conversations/who-sees/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { paths } from '#platform/shared/paths.ts'
import { loansApi } from '../contract.ts'
import { addCalendarFeedRoute, endFeed, findFeedSince, makeFeed } from './calendar-feed.ts'
import { findLoanCalendar } from './calendar-file.ts'
import { agreeToDays, askForDays, keepDays } from './changing-days.ts'
import { noteLoan, sayAgreed, sayFetched } from './in-words.ts'
import { listLent } from './lent-days.ts'
import { listOpenLoans } from './open-loans.ts'
import { findOutlook } from './outlook.ts'
import {
  answerRequest,
  handOver,
  proposeDays,
  reportNotFetched,
  returnLoan,
  withdrawRequest,
} from './stepping.ts'
import { listTakenBesides } from './taken-besides.ts'
import { hideThanks, thank } from './thanking.ts'
import { undoStep } from './undoing.ts'

/** Routes for the steps of a loan and for further data about loans. */
export function addLoanRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, clock } = deps
  const { orm } = deps.database
  const speaking = async (viewer: Viewer) => ({
    ...(await speakerOf(orm, viewer)),
    lang: viewer.lang,
  })

  /** A route that takes a step and returns the updated transaction. */
  const stepping =
    <B extends { transaction_id: string }>(
      step: (sending: Sending, userId: string, body: B) => Promise<void>,
    ) =>
    async ({ body, viewer }: { body: B; viewer: Viewer }) => {
      await inTransaction(deps, (sending) => step(sending, viewer.id, body))
      return readTransaction(orm, await speaking(viewer), body.transaction_id)
    }

  registerEndpoints(
    app,
    deps,
    'transactions',
    loansApi,
    {
      answer: stepping(answerRequest),
      propose: stepping(proposeDays),
      sayAgreed: stepping(sayAgreed),
      sayFetched: stepping(sayFetched),
      noteLoan: stepping(noteLoan),
      withdraw: stepping(withdrawRequest),
      changeDays: stepping(askForDays),
      agreeDays: stepping(agreeToDays),
      keepDays: stepping(keepDays),
      handOver: stepping(handOver),
      notFetched: stepping(reportNotFetched),
      return: stepping(returnLoan),
      undo: stepping(undoStep),
      thank: stepping(thank),
      hideThanks: stepping(({ db, now }, userId, body) => hideThanks(db, userId, body, now)),
      async calendar({ query, viewer, reply }) {
        const speaker = await speaking(viewer)
        const file = await findLoanCalendar(orm, config, speaker, query.transaction_id)
        if (!file) throw new AppError('not_found')
        return reply
          .type(file.contentType)
          .header('content-disposition', `attachment; filename="${file.filename}"`)
          .send(file.content)
      },
      async outlook({ query, viewer }) {
        return findOutlook(deps, await speaking(viewer), query.transaction_id)
      },
      async calendarFeed({ viewer }) {
        return { since: await findFeedSince(orm, viewer.id) }
      },
      async makeCalendarFeed({ viewer }) {
        const secret = await makeFeed(orm, viewer.id, clock())
        return { url: config.publicUrl + paths.calendarFeed(secret) }
      },
      async endCalendarFeed({ viewer }) {
        await endFeed(orm, viewer.id)
        return null
      },
      async takenBesides({ query, viewer }) {
        const { today } = momentOf(deps)
        return listTakenBesides(orm, await speakerOf(orm, viewer), query.transaction_id, today)
      },
      async open({ query, viewer }) {
        return listOpenLoans(orm, await speaking(viewer), query.of ?? 'account')
      },
      async lent({ viewer }) {
        return listLent(orm, await speaking(viewer), clock(), config.timeZone)
      },
    },
    {
      answer: 'sending',
      propose: 'sending',
      sayAgreed: 'sending',
      sayFetched: 'sending',
      noteLoan: 'sending',
      changeDays: 'sending',
      thank: 'sending',
    },
  )
  addCalendarFeedRoute(app, deps)
}
