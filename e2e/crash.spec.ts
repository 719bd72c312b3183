import { expect, test } from '@playwright/test'
import { Api, freshEmail, type LetterboxRow, type Person } from './drivers/api.ts'
import { dataFolder } from './drivers/data-folder.ts'
import { LiveStream } from './drivers/live-stream.ts'
import {
  type Exit,
  type ScratchFolder,
  type ServerProcess,
  spawnServer,
} from './drivers/server-process.ts'
import { SlowLogin } from './drivers/slow-login.ts'

const ITEM = 1
const REGISTRATION = {
  firstname: 'Otto',
  lastname: 'Egli',
  address: 'Gasse 1',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  lang: 'de',
}

test.describe('a process that is killed or stopped', () => {
  let folder: ScratchFolder
  const running: ServerProcess[] = []

  test.beforeEach(async () => {
    folder = await dataFolder()
  })
  test.afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.kill()))
    folder.remove()
  })

  async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await spawnServer({ DATA_DIR: folder.path, ...settings })
    running.push(server)
    return server
  }

  /** Writes continuously until the server is killed; returns what the server had acknowledged. */
  async function writeUntilKilled(server: ServerProcess, borrower: Person, lender: Person) {
    const api = new Api(server.origin)
    const acknowledged = { accounts: [] as string[], messages: [] as string[], changes: 0 }
    const { id: transaction_id } = await api.post<{ id: string }>(
      '/transactions/create',
      { renter_id: lender.userId, item_id: ITEM, text: 'Darf ich?' },
      borrower.token,
    )
    const writes = [
      async () => {
        const email = freshEmail()
        await api.post('/auth/register', { ...REGISTRATION, email })
        acknowledged.accounts.push(email)
      },
      async () => {
        const text = `Nachricht ${acknowledged.messages.length}`
        await api.post('/transactions/sendMessage', { transaction_id, text }, borrower.token)
        acknowledged.messages.push(text)
      },
      async () => {
        const selected_items_id = [ITEM, ITEM + 1 + (acknowledged.changes % 20)]
        await api.post('/letterboxes/updateLetterboxItems', { selected_items_id }, lender.token)
        acknowledged.changes++
      },
    ]
    let killed: Promise<Exit> | undefined
    const loop = async (write: () => Promise<void>) => {
      // The rate limits allow no more.
      for (let round = 0; round < 29; round++) {
        await write()
        const { accounts, messages, changes } = acknowledged
        if (Math.min(accounts.length, messages.length, changes) >= 10) killed ??= server.kill()
      }
    }
    const outcomes = await Promise.allSettled(writes.map(loop))
    await killed
    return { acknowledged, outcomes, transaction_id }
  }

  test('loses no acknowledged write and restarts at once', async () => {
    const began = Date.now()
    const first = await (await start()).ready()
    const firstMs = Date.now() - began
    const api = new Api(first.origin)
    const [borrower, lender] = [
      await api.registerNeighbour([ITEM]),
      await api.registerNeighbour([ITEM]),
    ]

    const { acknowledged, outcomes, transaction_id } = await writeUntilKilled(
      first,
      borrower,
      lender,
    )
    const broken = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(broken.length, 'the server died in the middle of it').toBeGreaterThan(0)
    // Only the broken connection may have ended the loops, not an error response.
    for (const { reason } of broken) expect(String(reason)).toMatch(/fetch failed|terminated/)

    const begin = Date.now()
    const second = await (await start()).ready()
    expect(
      Date.now() - begin,
      'the lock of the dead process does not hold the next one',
    ).toBeLessThan(firstMs + 10_000)
    const again = new Api(second.origin)
    for (const email of acknowledged.accounts) {
      const { status, body } = await again.request<{ errors: unknown }>('POST', '/auth/register', {
        body: { ...REGISTRATION, email },
      })
      expect({ status, errors: body.errors }, `${email} is still taken`).toEqual({
        status: 422,
        errors: { email: ['errors.validation.emailTaken'] },
      })
    }
    const [transaction] = await again.get<{ messages: { text: string }[] }[]>(
      `/transactions?transaction_id=${transaction_id}`,
      borrower.token,
    )
    const texts = transaction?.messages.map(({ text }) => text)
    // A list contains only the newest fifty.
    expect(texts).toEqual(expect.arrayContaining(acknowledged.messages.slice(-45)))
    const letterbox = await again.get<LetterboxRow>(
      `/letterboxes/getLetterboxById?letterbox_id=${lender.letterboxId}`,
    )
    // The last change may have been made although its response was lost.
    expect(letterbox.items.map(({ id }) => id)).toContain(ITEM)
    expect(letterbox.items).toHaveLength(2)
  })

  test('while it fills the demo community leaves nothing half-filled @servers', async () => {
    const first = await start({ DEMO: 'on' })
    await first.says('Filling the demo community: 25 %')
    await first.kill()

    const second = await (await start({ DEMO: 'on' })).ready()
    expect(second.stdout).toContain('Filling the demo community: 100 %')
    const tile = await new Api(second.origin).get<{ total: number }>('/letterboxes/tiles/0/0/0')
    expect(tile.total).toBeGreaterThan(1_900)

    expect(await second.stop()).toEqual({ code: 0, signal: null })
    const third = await (await start({ DEMO: 'on' })).ready()
    expect(third.stdout, 'a filled community is left alone').not.toContain('Filling')
    expect(await new Api(third.origin).get('/letterboxes/tiles/0/0/0')).toEqual(tile)
  })

  test('ends within seconds despite open streams', async () => {
    const server = await (await start()).ready()
    const api = new Api(server.origin)
    const { token } = await api.register()
    const streams = await Promise.all([1, 2, 3].map(() => LiveStream.open(server.origin, token)))
    for (const stream of streams) await stream.next(({ type }) => type === 'count')

    // The server exits by itself. If something hangs, it exits with code 1 after a while and cuts slow connections.
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    const ends = await Promise.all(streams.map((stream) => stream.ended))
    expect(ends).toEqual(['by the server', 'by the server', 'by the server'])
  })

  test('ends at once when stopped during its first start, and the next start continues', async () => {
    const first = await start({ DEMO: 'on' })
    await first.says('Opening the embedded database')
    const begin = Date.now()
    await first.stop()
    expect(Date.now() - begin).toBeLessThan(10_000)
    const second = await (await start({ DEMO: 'off' })).ready()
    expect(await second.stop()).toEqual({ code: 0, signal: null })
  })

  for (const [how, stop] of [
    ['npm alone', (server: ServerProcess) => server.stop()],
    [
      'all of its group, twice',
      (server: ServerProcess) => {
        server.signalGroup('SIGTERM')
        return server.stop({ group: true })
      },
    ],
    [
      'its terminal, by Ctrl+C,',
      (server: ServerProcess) => {
        server.signalGroup('SIGINT')
        return server.exited
      },
    ],
  ] as const) {
    test(`npm start ends when ${how} gets the signal, and answers pending requests @servers`, async () => {
      const server = await (
        await spawnServer({ DATA_DIR: folder.path }, undefined, { byNpm: true })
      ).ready()
      try {
        const login = new SlowLogin(server.origin)
        await login.begun
        const begin = Date.now()
        const stopped = stop(server)
        // The server notices npm's end a moment later and then accepts no new connections.
        const isOpen = () => fetch(`${server.origin}/healthz`).then(Boolean, () => false)
        await expect.poll(isOpen).toBe(false)
        const answer = await login.finish()
        expect([answer.status, answer.connection]).toEqual([401, 'close'])
        await stopped
        // npm may exit before the server does.
        await expect.poll(() => server.signalGroup(0), { timeout: 10_000 }).toBe(false)
        expect(Date.now() - begin).toBeLessThan(10_000)
        await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
      } finally {
        server.signalGroup('SIGKILL')
      }
    })
  }
})
