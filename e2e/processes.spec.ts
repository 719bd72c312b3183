import { expect, test } from '@playwright/test'
import { Api, type LetterboxRow, until } from './drivers/api.ts'
import { LiveStream } from './drivers/live-stream.ts'
import { type ScratchDatabase, scratchDatabase } from './drivers/scratch-database.ts'
import {
  type ScratchFolder,
  type ServerProcess,
  scratchFolder,
  spawnServer,
} from './drivers/server-process.ts'

const ITEM = 1

test.describe('several processes on one PostgreSQL', { tag: '@servers' }, () => {
  let database: ScratchDatabase | undefined
  let folder: ScratchFolder
  let servers: ServerProcess[] = []

  test.beforeEach(async () => {
    database = await scratchDatabase()
    folder = scratchFolder()
  })
  test.afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.kill()))
    await database?.drop()
    folder?.remove()
  })

  async function start(count: number, settings: Record<string, string> = {}): Promise<Api[]> {
    const url = database?.url ?? ''
    const all = { DATABASE_URL: url, DATA_DIR: folder.path, ...settings }
    servers = await Promise.all(Array.from({ length: count }, () => spawnServer(all)))
    await Promise.all(servers.map((server) => server.ready()))
    return servers.map(({ origin }) => new Api(origin))
  }

  const tileTotal = async (api: Api) =>
    (await api.get<{ total: number }>(`/letterboxes/tiles/0/0/0?sticker_id=${ITEM}`)).total

  test('start at the same instant on an empty database and notify each other of changes', async () => {
    const [one, two, three] = (await start(3)) as [Api, Api, Api]
    const lender = await one.registerNeighbour([ITEM])
    for (const api of [one, two, three]) {
      await until(async () => (await tileTotal(api)) === 1, `the letterbox on ${api.origin}`)
    }

    const borrower = await two.registerNeighbour()
    const stream = await LiveStream.open(three.origin, lender.token)
    const { id } = await two.post<{ id: string }>(
      '/transactions/create',
      { renter_id: lender.userId, item_id: ITEM, text: 'Darf ich die Leiter holen?' },
      borrower.token,
    )
    const event = await stream.next(({ type }) => type === 'message')
    expect(event).toMatchObject({
      transaction_id: id,
      message: { text: 'Darf ich die Leiter holen?', from_id: borrower.userId },
    })
    stream.close()

    await three.post('/privacy/update', { show_on_map: false }, lender.token)
    for (const api of [one, two, three]) {
      await until(async () => (await tileTotal(api)) === 0, `the hiding on ${api.origin}`)
      const path = `/letterboxes/getLetterboxById?letterbox_id=${lender.letterboxId}`
      expect((await api.request<LetterboxRow>('GET', path)).status).toBe(404)
    }
  })

  test('fill the demo community once', async () => {
    const apis = await start(2, { DEMO: 'on' })
    const totals = await Promise.all(
      apis.map(async (api) => (await api.get<{ total: number }>('/letterboxes/tiles/0/0/0')).total),
    )
    expect(totals[0]).toBeGreaterThan(1_900)
    expect(totals[1]).toBe(totals[0])
    expect(servers.filter(({ stdout }) => stdout.includes('100 %'))).toHaveLength(1)
  })

  test('a message acknowledged by a process that is then killed can be read from another one', async () => {
    const [one, two] = (await start(2)) as [Api, Api]
    const lender = await one.registerNeighbour([ITEM])
    const borrower = await one.registerNeighbour()
    const { id } = await one.post<{ id: string }>(
      '/transactions/create',
      { renter_id: lender.userId, item_id: ITEM, text: 'Noch da?' },
      borrower.token,
    )
    await servers[0]?.kill()
    const [transaction] = await two.get<{ id: string }[]>('/transactions', lender.token)
    expect(transaction?.id).toBe(id)
  })
})
