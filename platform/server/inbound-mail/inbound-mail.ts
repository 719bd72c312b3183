import { lt } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS, MINUTE_SECONDS, SECOND_MS } from '#platform/shared/durations.ts'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { Feature, FeatureJob } from '../feature.ts'
import { addGauge } from '../http/watching/metrics.ts'
import { cleaning } from '../jobs/cleaning.ts'
import type { Running } from '../jobs/job-queue.ts'
import { repliesRefused, replyRefused } from './mails.ts'
import { inbound_mailbox, received_mails } from './tables.ts'

/** The mailbox has been failing for long enough to inform the operator. */
const TOLD_AFTER_MS = 10 * MINUTE_MS
/** A mail that is delivered twice comes again within days. */
const KEPT_MS = 30 * DAY_MS

/** Records whether the mailbox could be read; returns since when it has been failing. */
async function noteReading(db: Db, isRead: boolean, now: Date): Promise<Date | null> {
  const [before] = await db.select().from(inbound_mailbox)
  const failing_since = isRead ? null : (before?.failing_since ?? now)
  const state = { failing_since, ...(isRead && { read_at: now }) }
  await db
    .insert(inbound_mailbox)
    .values({ one: true, ...state })
    .onConflictDoUpdate({ target: inbound_mailbox.one, set: state })
  return failing_since
}

async function lookIntoMailbox(deps: Deps, { signal }: Pick<Running, 'signal'>): Promise<void> {
  const source = deps.config.inbound?.source
  if (source?.kind !== 'imap') return
  const db = deps.database.orm
  // Imported only if mails are received: loading it takes a third of a second.
  const { readMailbox } = await import('./mailbox.ts')
  try {
    await readMailbox(deps, source, signal)
    await noteReading(db, true, deps.clock())
  } catch (error) {
    const now = deps.clock()
    const since = await noteReading(db, false, now)
    const failingMs = since ? now.getTime() - since.getTime() : 0
    const minutes = Math.round(failingMs / MINUTE_MS)
    const text = `the mailbox of INBOUND_MAIL could not be read for ${minutes} minutes; trying again`
    if (failingMs >= TOLD_AFTER_MS) deps.logger.error({ err: error }, text)
    else deps.logger.warn({ err: error }, text)
  }
}

function addMetrics({ metrics, database, clock }: Deps): void {
  const text = {
    name: 'letterlend_inbound_mail_failing_seconds',
    help: 'How long the mailbox of INBOUND_MAIL has been unreadable; 0 if it is readable, or if none is used',
  }
  addGauge(metrics, text, async (gauge) => {
    const [row] = await database.orm.select().from(inbound_mailbox)
    const since = row?.failing_since
    gauge.set(since ? Math.max(0, (clock().getTime() - since.getTime()) / SECOND_MS) : 0)
  })
}

const readingMailbox: FeatureJob = {
  queue: 'inbound-mailbox',
  failure: 'mailbox not read',
  everySeconds: MINUTE_SECONDS,
  expireSeconds: 10 * MINUTE_SECONDS,
  run: (deps, _data, running) => lookIntoMailbox(deps, running),
}

const forgettingOld = cleaning((db, now) =>
  db
    .delete(received_mails)
    .where(lt(received_mails.received_at, new Date(now.getTime() - KEPT_MS))),
)

/** Receives mails: replies to ours, and bounces. It does not know which feature handles the replies. */
export const inboundMail: Feature = {
  name: 'inbound-mail',
  mails: [replyRefused, repliesRefused],
  start(deps) {
    addMetrics(deps)
  },
  jobs: [readingMailbox, forgettingOld],
  routes(app, deps) {
    const source = deps.config.inbound?.source
    if (source?.kind !== 'lmtp') return
    let end = async () => {}
    app.addHook('onReady', async () => {
      const { listenForMails } = await import('./lmtp-listener.ts')
      end = await listenForMails(deps, source)
    })
    app.addHook('onClose', () => end())
  },
  notExported: {
    received_mails: 'hashes so that no mail is accepted twice; they contain no address and no text',
    inbound_mailbox: 'whether the mailbox can be read',
  },
}
