import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { AuditVerb } from '#features/people/audit/audit-acts.ts'
import { type Act, CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { type AttemptLimit, limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { renderMail } from '#platform/server/mail/render-mail.tsx'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { textFor } from '../../best-text.ts'
import {
  type AdminAnnouncement,
  adminAnnouncementsApi,
  type WrittenAnnouncement,
} from '../../contract.admin.ts'
import { type AnnouncementRow, announcements } from '../../tables.ts'
import { countPeople } from '../audience.ts'
import { instantOf } from '../local-time.ts'
import { forgetPlan, isPlanned, NO_PLAN, planSending } from '../planning.ts'
import {
  beginSending,
  canBegin,
  contentFor,
  mailTo,
  presentSendings,
  turnSending,
} from '../sending.ts'
import {
  countAnswers,
  findAnnouncement,
  lockAnnouncement,
  presentWhole,
  regionOf,
  searchAnnouncements,
  stateOf,
  subjectOf,
} from './announcements.queries.ts'

/** Test mails to one person. */
const TESTS: AttemptLimit = { max: 30, windowMs: HOUR_MS }

type Columns = Partial<typeof announcements.$inferInsert>

/** The columns of an announcement from the author's input. */
function columnsOf(written: WrittenAnnouncement, timeZone: string) {
  const { region, visible_from, visible_until, ...rest } = written
  const at = (local: string | null) => (local === null ? null : instantOf(timeZone, local))
  return {
    ...rest,
    region_latitude: region?.latitude ?? null,
    region_longitude: region?.longitude ?? null,
    region_radius: region?.radius ?? null,
    visible_from: at(visible_from),
    visible_until: at(visible_until),
  }
}

const LONG = ['content', 'content_de', 'content_fr', 'actions']
/** Left out of the diff: the audit entry that planned the sending already has its actor. */
const NOT_NOTED = ['send_planned_by']

/** The fields that a change touched. Long texts are only marked as changed. */
function differences(row: AnnouncementRow, columns: Columns): Pick<Act, 'before' | 'after'> {
  const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
  const changed = Object.entries(columns)
    .map(([name, value]) => ({
      name,
      before: plain(Reflect.get(row, name)),
      after: plain(value),
    }))
    .filter(({ name, before, after }) => before !== after && !NOT_NOTED.includes(name))
  const side = (which: 'before' | 'after') =>
    Object.fromEntries(
      changed.map((each) => [each.name, LONG.includes(each.name) ? CHANGED : each[which]]),
    )
  return { before: side('before'), after: side('after') }
}

interface Read {
  id: number
  version: number
}

const present = (
  db: Db,
  { clock, config }: Deps,
  row: AnnouncementRow,
): Promise<AdminAnnouncement> => presentWhole(db, row, { now: clock(), timeZone: config.timeZone })

async function requireAnnouncement(db: Db, id: number): Promise<AnnouncementRow> {
  const row = await findAnnouncement(db, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** Locks an announcement if it still has the version that was read. Throws `not_found` and `changed_meanwhile`. */
async function lockAsRead(tx: Db, deps: Deps, { id, version }: Read): Promise<AnnouncementRow> {
  const row = await lockAnnouncement(tx, id)
  if (!row) throw new AppError('not_found')
  if (row.version !== version) {
    throw new AppError('changed_meanwhile', { current: await present(tx, deps, row) })
  }
  return row
}

/** Changes an announcement if it still has the version that was read, and writes the difference to the audit log. */
function changeAsRead(
  deps: Deps,
  viewer: Viewer,
  read: Read,
  verb: AuditVerb,
  columnsFor: (tx: Db, row: AnnouncementRow) => Promise<Columns> | Columns,
): Promise<AdminAnnouncement> {
  return deps.database.orm.transaction(async (tx) => {
    const row = await lockAsRead(tx, deps, read)
    const columns = await columnsFor(tx, row)
    const now = deps.clock()
    const [changed] = await tx
      .update(announcements)
      .set({ ...columns, version: row.version + 1, updated_at: now })
      .where(eq(announcements.id, row.id))
      .returning()
    if (!changed) throw new AppError('not_found')
    const act = { ...subjectOf(changed), verb, ...differences(row, columns) }
    await recordAct(tx, viewer, act, now)
    return present(tx, deps, changed)
  })
}

/** Calls for the staff who manage announcements. All other callers get a 404. */
export function addAdminAnnouncementRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, config, database } = deps
  const { orm } = database
  const { timeZone } = config

  /**
   * Pauses or resumes the sending.
   * @throws {AppError} not_found, conflict
   */
  const turn = (viewer: Viewer, id: number, to: 'paused' | 'running') =>
    orm.transaction(async (tx) => {
      const row = await lockAnnouncement(tx, id)
      if (!row) throw new AppError('not_found')
      const mayGoOn = to === 'paused' || stateOf(row, clock()) === 'running'
      if (!mayGoOn || !(await turnSending(tx, row, to))) throw new AppError('conflict')
      const verb = to === 'paused' ? 'pause' : 'resume'
      await recordAct(tx, viewer, { ...subjectOf(row), verb }, clock())
      return presentSendings(tx, deps, row)
    })

  registerEndpoints(app, deps, 'announcements', adminAnnouncementsApi, {
    list: ({ query }) => searchAnnouncements(orm, query, { now: clock(), timeZone }),

    byId: async ({ query }) => present(orm, deps, await requireAnnouncement(orm, query.id)),

    async reach({ query: { audience, latitude, longitude, radius } }) {
      const region =
        latitude === undefined || longitude === undefined || radius === undefined
          ? null
          : { latitude, longitude, radius }
      return { people: await countPeople(orm, audience, region, clock()) }
    },

    async answers({ query }) {
      const { id } = await requireAnnouncement(orm, query.id)
      return { days: await countAnswers(orm, id, timeZone) }
    },

    create: ({ body: { id, ...written }, viewer }) =>
      orm.transaction(async (tx) => {
        const now = clock()
        const [row] = await tx
          .insert(announcements)
          .values({
            ...columnsOf(written, timeZone),
            // If undefined, the database assigns the id.
            id,
            active: false,
            created_at: now,
            updated_at: now,
          })
          .onConflictDoNothing()
          .returning()
        if (!row) throw new AppError('conflict')
        await recordAct(tx, viewer, { ...subjectOf(row), verb: 'create' }, now)
        return present(tx, deps, row)
      }),

    async mail({ query: { id, lang } }) {
      const row = await requireAnnouncement(orm, id)
      const content = contentFor(deps, row, { firstname: '', lang }, false)
      const read = readMailsOf(deps.features)
      const { subject, html } = renderMail({ to: '', lang, content }, read, deps)
      return { subject, html, text_lang: textFor(row, lang).lang }
    },

    async test({ body, viewer }) {
      const row = await requireAnnouncement(orm, body.id)
      const user = await findUser(orm, viewer.id)
      if (!user?.email || !user.email_confirmed_at) throw new AppError('conflict')
      const reachable = { ...user, email: user.email, lang: body.lang ?? user.lang }
      const now = clock()
      await limitAttempts(orm, ['announcement-test', viewer.id], TESTS, now)
      await orm.transaction(async (tx) => {
        await deps.mails.enqueue(tx, await mailTo(tx, deps, row, reachable, { now, test: true }))
        await recordAct(tx, viewer, { ...subjectOf(row), verb: 'test' }, now)
      })
      return null
    },

    sending: async ({ query }) =>
      presentSendings(orm, deps, await requireAnnouncement(orm, query.id)),

    send: ({ body, viewer }) =>
      orm.transaction(async (tx) => {
        const row = await lockAsRead(tx, deps, body)
        const now = clock()
        const { by_mail, by_push } = row
        const act = { ...subjectOf(row), after: { by_mail, by_push } }
        if (stateOf(row, now) === 'scheduled') {
          if (isPlanned(row) || !(await canBegin(tx, row))) throw new AppError('conflict')
          const planned = await planSending(tx, row, viewer, now)
          await recordAct(tx, viewer, { ...act, verb: 'plan' }, now)
          return presentSendings(tx, deps, planned)
        }
        const begun = stateOf(row, now) === 'running' && (await beginSending(tx, row, now))
        if (!begun) throw new AppError('conflict')
        await recordAct(tx, viewer, { ...act, verb: 'send' }, now)
        return presentSendings(tx, deps, row)
      }),

    unplan: ({ body, viewer }) =>
      orm.transaction(async (tx) => {
        const row = await lockAnnouncement(tx, body.id)
        if (!row) throw new AppError('not_found')
        if (!isPlanned(row)) throw new AppError('conflict')
        const changed = await forgetPlan(tx, row)
        await recordAct(tx, viewer, { ...subjectOf(row), verb: 'unplan' }, clock())
        return presentSendings(tx, deps, changed)
      }),

    pause: ({ body, viewer }) => turn(viewer, body.id, 'paused'),
    resume: ({ body, viewer }) => turn(viewer, body.id, 'running'),

    update: ({ body: { id, version, ...written }, viewer }) =>
      changeAsRead(deps, viewer, { id, version }, 'update', (_tx, row) => {
        const hasNoWay = !written.by_mail && !written.by_push
        return { ...columnsOf(written, timeZone), ...(hasNoWay && isPlanned(row) && NO_PLAN) }
      }),

    publish: ({ body, viewer }) =>
      changeAsRead(deps, viewer, body, 'publish', async (tx, row) => {
        if (!['draft', 'retired'].includes(stateOf(row, clock()))) throw new AppError('conflict')
        if (row.visible_until && row.visible_until <= clock()) {
          throw fieldError('visible_until', VALIDATION.date)
        }
        const reach = await countPeople(tx, row.audience, regionOf(row), clock())
        return { active: true, retired_at: null, reach }
      }),

    retire: ({ body, viewer }) =>
      changeAsRead(deps, viewer, body, 'retire', async (tx, row) => {
        if (!row.active) throw new AppError('conflict')
        await turnSending(tx, row, 'paused')
        return { active: false, retired_at: clock(), ...(isPlanned(row) && NO_PLAN) }
      }),

    remove: ({ body, viewer }) =>
      orm.transaction(async (tx) => {
        const row = await lockAsRead(tx, deps, body)
        if (stateOf(row, clock()) !== 'draft') throw new AppError('conflict')
        await tx.delete(announcements).where(eq(announcements.id, row.id))
        await recordAct(tx, viewer, { ...subjectOf(row), verb: 'delete' }, clock())
        return null
      }),
  })
}
