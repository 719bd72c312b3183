import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { JobQueue } from '../jobs/job-queue.ts'
import { deleteOldMails, MailQueue, type QueuedMail } from './mail-queue.ts'
import { defineMail, type MailContent } from './mail-template.ts'
import { queued_mails } from './tables.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())
beforeEach(async () => {
  await test.database.orm.delete(queued_mails)
})

const orm = () => test.database.orm
const query = (text: string) => test.database.query<{ state: string }>(text)

const content: MailContent<{ url: string }> = { template: 'letter', url: 'https://x/?lt=SECRET' }
const mailTo = (to: string): QueuedMail => ({ to, lang: 'en', content })

interface Letter {
  lines: string[]
}

/** The mail queue of one process, and the recipients it wrote to. */
async function startProcess(database = test.database) {
  const sent: { to: string; id: string }[] = []
  const state = { refusing: false, whileSending: async (_to: string) => {} }
  const transport = {
    async send({ to }: QueuedMail, id: string) {
      if (state.refusing) throw new Error(`550 ${to} unknown`)
      await state.whileSending(to)
      sent.push({ to, id })
      return null
    },
    close() {},
  }
  const logger = pino({ level: 'silent' })
  const jobs = new JobQueue(database, logger)
  const mails = new MailQueue(database, jobs, transport, logger)
  await jobs.prepare()
  return { jobs, mails, sent, state, logger }
}

describe('a queued mail', () => {
  it('is stored in one place, and its job holds only its id', async () => {
    const { jobs, mails, sent } = await startProcess()
    await mails.enqueue(orm(), mailTo('mila@example.org'))
    const [job] = await query(`SELECT job::text AS state FROM pgboss.job WHERE name = 'mails'`)
    expect(job?.state).not.toMatch(/mila|SECRET/)
    const [row] = await orm().select().from(queued_mails)
    await mails.drain()
    expect(sent).toEqual([{ to: 'mila@example.org', id: row?.id }])
    expect(await orm().select().from(queued_mails)).toEqual([])
    await jobs.stop()
  })

  it('to an unconfirmed mailbox is limited to fifty a day, in any spelling of the address', async () => {
    const { jobs, mails, sent } = await startProcess()
    for (let count = 0; count < 52; count++)
      await mails.enqueue(orm(), mailTo(`victim+${count % 3}@example.org`))
    for (let count = 0; count < 52; count++)
      await mails.enqueue(orm(), { ...mailTo('operator@example.org'), ofOperator: true })
    await mails.drain()
    const to = (start: string) => sent.filter((each) => each.to.startsWith(start)).length
    expect([to('victim'), to('operator')]).toEqual([50, 52])
    await jobs.stop()
  })

  it('counts for that limit only once it is sent', async () => {
    const { jobs, mails, sent, state } = await startProcess()
    state.refusing = true
    for (let count = 0; count < 51; count++) await mails.enqueue(orm(), mailTo('later@example.org'))
    await mails.drain()
    state.refusing = false
    await query(`UPDATE pgboss.job SET start_after = now() - interval '1 second'`)
    await mails.drain()
    expect(sent).toHaveLength(50)
    await jobs.stop()
  })

  it('is dropped with its address, even while it waits for a retry', async () => {
    const { jobs, mails, sent, state } = await startProcess()
    state.refusing = true
    for (const to of ['Gone@example.org', 'kept@example.org'])
      await mails.enqueue(orm(), mailTo(to))
    await mails.drain()
    await mails.drop(orm(), 'gone@EXAMPLE.org')
    state.refusing = false
    await query(`UPDATE pgboss.job SET start_after = now() - interval '1 second'`)
    await mails.drain()
    expect(sent.map(({ to }) => to)).toEqual(['kept@example.org'])
    expect(await query(`SELECT state::text FROM pgboss.job WHERE name = 'mails'`)).toEqual([])
    await jobs.stop()
  })

  it('is sent once by two processes, even among two hundred', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    const sent = () => [...one.sent, ...two.sent].map(({ to }) => to)
    await one.jobs.work()
    await two.jobs.work()
    const addresses = Array.from({ length: 200 }, (_, number) => `${number}@example.org`)
    await orm().transaction(async (tx) => {
      for (const to of addresses) await one.mails.enqueue(tx, mailTo(to))
    })
    await vi.waitFor(() => expect(sent().length).toBeGreaterThanOrEqual(200), { timeout: 20_000 })
    await Promise.all([one.jobs.stop(), two.jobs.stop()])
    expect(sent().sort()).toEqual(addresses.sort())
    expect(await orm().select().from(queued_mails)).toEqual([])
  }, 30_000)

  it('is merged with a waiting mail to the same address until that is being sent', async () => {
    const { jobs, mails, sent, state } = await startProcess()
    const letter = defineMail<Letter>('letter', () => {
      throw new Error('Unexpected: nothing is rendered here')
    })
    const add = (to: string, line: string) =>
      orm().transaction((tx) =>
        mails.gather(tx, letter, { to, lang: 'en', inSeconds: 600 }, async (earlier) =>
          letter({ lines: [...(earlier?.lines ?? []), line] }),
        ),
      )
    const waiting = async () =>
      (await orm().select().from(queued_mails).orderBy(queued_mails.created_at)).map(
        ({ recipient, mail }) =>
          [recipient, ((mail as QueuedMail).content as MailContent<Letter>).lines] as const,
      )
    await Promise.all(['a', 'b', 'c'].map((line) => add('mila@example.org', line)))
    await add('ben@example.org', 'd')
    const [first, second] = await waiting()
    expect([first?.[0], second]).toEqual(['mila@example.org', ['ben@example.org', ['d']]])
    expect([...(first?.[1] ?? [])].sort()).toEqual(['a', 'b', 'c'])
    // A clock that jumped makes the job due early. A mail that arrives during sending is a separate one.
    await query(`UPDATE pgboss.job SET start_after = now() - interval '1 second'`)
    state.whileSending = async (to) => {
      if (to === 'mila@example.org') await add(to, 'late')
    }
    await mails.drain()
    expect(sent.map(({ to }) => to).sort()).toEqual(['ben@example.org', 'mila@example.org'])
    expect(await waiting()).toEqual([['mila@example.org', ['late']]])
    await query(`DELETE FROM pgboss.job`)
    await jobs.stop()
  })

  it('is given up after a day of retries, logged once and deleted', async () => {
    const { jobs, mails, state, logger } = await startProcess()
    const error = vi.spyOn(logger, 'error')
    state.refusing = true
    await mails.enqueue(orm(), mailTo('nobody@example.org'))
    await query(`UPDATE pgboss.job SET retry_count = retry_limit WHERE name = 'mails'`)
    await mails.drain()
    expect(await orm().select().from(queued_mails)).toHaveLength(1)
    for (let look = 0; look < 2; look++) await jobs.drain('mails-given-up')
    expect(error.mock.calls).toMatchObject([
      [{}, 'a mail could not be sent for a day and is given up'],
    ])
    expect(await orm().select().from(queued_mails)).toEqual([])
    const left = await query(`SELECT job::text AS state FROM pgboss.job`)
    expect(JSON.stringify(left)).not.toMatch(/nobody|SECRET/)
    await query(`DELETE FROM pgboss.job`)
    await jobs.stop()
  })

  it('is sent by the first start after its database was moved', async () => {
    const source = await startProcess()
    const elsewhere = await createTestDatabase()
    await source.mails.enqueue(orm(), mailTo('mila@example.org'))
    await elsewhere.database.orm
      .insert(queued_mails)
      .values(await orm().select().from(queued_mails))
    const { jobs, mails, sent } = await startProcess(elsewhere.database)
    for (let start = 0; start < 2; start++) await mails.prepare()
    await mails.drain()
    expect(sent).toMatchObject([{ to: 'mila@example.org' }])
    await jobs.stop()
    await elsewhere.drop()
    await source.mails.drain()
    await source.jobs.stop()
  })

  it('whose job was lost is deleted after its last possible retry', async () => {
    const row = { recipient: 'x@example.org', mail: mailTo('x@example.org') }
    await orm().insert(queued_mails).values(row)
    await deleteOldMails(orm(), new Date(Date.now() + 13 * DAY_MS))
    expect(await orm().select().from(queued_mails)).toHaveLength(1)
    await deleteOldMails(orm(), new Date(Date.now() + 15 * DAY_MS))
    expect(await orm().select().from(queued_mails)).toEqual([])
  })
})
