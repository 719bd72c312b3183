import type { FastifyInstance } from 'fastify'
import type { AuditVerb } from '#features/people/audit/audit-acts.ts'
import { recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type AttemptLimit, limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { beginMailing, countKind, turnMailing } from '#platform/server/mail/mailings.queries.ts'
import { renderMail } from '#platform/server/mail/render-mail.tsx'
import { HOUR_MS } from '#platform/shared/durations.ts'
import type { StoredLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import {
  FIRST_MAILS,
  type MovedMail,
  type MovedPart,
  movedMailApi,
  unfinishedIn,
} from '../../contract.admin.ts'
import {
  bouncedOf,
  isStopped,
  mayBeginAgain,
  mostRecipients,
  shareOfBounces,
} from '../bounces.rules.ts'
import { movedMail } from '../mails/moved-mail.ts'
import { readMovedMail } from '../moved-mailing.ts'
import {
  countMoved,
  countOpenParts,
  MOVED_KIND,
  openOf,
  storeMovedMail,
} from '../moved-mails.queries.ts'

/** Test mails to one person. */
const TESTS: AttemptLimit = { max: 30, windowMs: HOUR_MS }

async function present(db: Db, deps: Deps): Promise<MovedMail> {
  const row = await readMovedMail(db, deps)
  const counts = await countKind(db, MOVED_KIND)
  const { texts, most_bounces, version } = row
  return {
    ...(await countMoved(db)),
    texts,
    most_bounces,
    version,
    open: await countOpenParts(db),
    sending: counts && {
      state: counts.state,
      waiting: counts.people.waiting + counts.people.handed,
      sent: counts.people.sent,
      bounced: bouncedOf(counts.people),
      unreachable: counts.people.unreachable,
      unsubscribed: counts.people.unsubscribed,
      skipped: counts.people.skipped,
      bounces: Math.round(shareOfBounces(counts.people) * 10) / 10,
      is_stopped: isStopped(counts.people, most_bounces),
    },
    mails_per_hour: deps.config.bulkMailsPerHour,
  }
}

/** Begins the next sending. Throws `conflict` and `changed_meanwhile`. */
async function begin(
  tx: Db,
  deps: Deps,
  { part, version }: { part: MovedPart; version: number },
): Promise<void> {
  const row = await readMovedMail(tx, deps)
  if (row.version !== version) {
    throw new AppError('changed_meanwhile', { current: await present(tx, deps) })
  }
  const counts = await countKind(tx, MOVED_KIND)
  const isUnderWay = counts !== null && counts.state !== 'done'
  const tooMany = counts !== null && !mayBeginAgain(counts.people, row.most_bounces)
  const open = await countOpenParts(tx)
  if (isUnderWay || tooMany || unfinishedIn(row.texts).length > 0 || open[part] === 0) {
    throw new AppError('conflict')
  }
  const most = counts ? mostRecipients(counts.people) : FIRST_MAILS
  // A number that another sending has taken meanwhile begins nothing.
  const name = { kind: MOVED_KIND, subject: String((counts?.mailings ?? 0) + 1) }
  if (!(await beginMailing(tx, name, openOf(tx, part, most), deps.clock()))) {
    throw new AppError('conflict')
  }
}

/** Calls for administrators, about the mail to those who were moved in. All other callers get a 404. */
export function addMovedMailRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database

  /** Does a step in a transaction with its entry in the audit log, and presents what it led to. */
  const step = (
    viewer: Viewer,
    act: { verb: AuditVerb; after?: Record<string, unknown> },
    run: (tx: Db) => Promise<unknown>,
  ) =>
    orm.transaction(async (tx) => {
      await run(tx)
      const subject = { subject: 'moved_mail', subject_id: MOVED_KIND } as const
      await recordAct(tx, viewer, { ...subject, ...act }, clock())
      return present(tx, deps)
    })

  const turn = (viewer: Viewer, to: 'paused' | 'running') =>
    step(viewer, { verb: to === 'paused' ? 'pause' : 'resume' }, async (tx) => {
      const last = await countKind(tx, MOVED_KIND)
      const name = { kind: MOVED_KIND, subject: last?.subject ?? '' }
      if (!(await turnMailing(tx, name, to))) throw new AppError('conflict')
    })

  /** A mail whose link only leads to the login. */
  const sample = async (lang: StoredLanguage, firstname: string) => ({
    lang,
    content: movedMail({
      firstname,
      text: (await readMovedMail(orm, deps)).texts[lang],
      confirmUrl: deps.config.publicUrl + paths.login(),
      hasPassword: true,
      test: firstname !== '',
    }),
  })

  registerEndpoints(app, deps, 'moving', movedMailApi, {
    mail: () => present(orm, deps),

    async preview({ query: { lang } }) {
      const read = readMailsOf(deps.features)
      const { subject, html } = renderMail({ to: '', ...(await sample(lang, '')) }, read, deps)
      return { subject, html }
    },

    save: ({ body: { version, ...written }, viewer }) =>
      step(
        viewer,
        { verb: 'update', after: { most_bounces: written.most_bounces } },
        async (tx) => {
          if (!(await storeMovedMail(tx, version, { ...written, updated_at: clock() }))) {
            throw new AppError('changed_meanwhile', { current: await present(tx, deps) })
          }
        },
      ),

    async test({ body: { lang }, viewer }) {
      const user = await findUser(orm, viewer.id)
      if (!user?.email || !user.email_confirmed_at) throw new AppError('conflict')
      await limitAttempts(orm, ['moved-mail-test', viewer.id], TESTS, clock())
      const mail = { to: user.email, ...(await sample(lang, user.firstname)) }
      await step(viewer, { verb: 'test' }, async (tx) => deps.mails.enqueue(tx, mail))
      return null
    },

    send: ({ body, viewer }) =>
      step(viewer, { verb: 'send', after: { part: body.part } }, (tx) => begin(tx, deps, body)),

    pause: ({ viewer }) => turn(viewer, 'paused'),
    resume: ({ viewer }) => turn(viewer, 'running'),
  })
}
