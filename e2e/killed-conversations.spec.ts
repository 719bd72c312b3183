import { expect, test } from '@playwright/test'
import { dataFolder } from './drivers/data-folder.ts'
import { EVENTS, KilledConversations } from './drivers/killed-conversations.ts'

/** Neighbours who ask, answer and write: about two hundred calls, during which the server is killed this often. */
async function converseAndKill(kills: number): Promise<string> {
  const folder = await dataFolder()
  const all = await KilledConversations.begin({ DATA_DIR: folder.path }, 6)
  try {
    await all.converseAndKill(kills)
    expect(all.kills).toBe(kills)
    for (const conversation of all.conversations) {
      const { status, events, messages } = await all.read(conversation)
      const of = (id: string) => messages.filter((message) => message.id === id)
      for (const [id, text] of conversation.acknowledged) {
        expect(of(id).map((message) => message.text)).toEqual([text])
      }
      // The first message plus each acknowledged one, even if it was retried after a lost response.
      expect(messages).toHaveLength(1 + conversation.acknowledged.size)
      const lines = events.map((event) => [event.status, event.reason ?? []].flat().join(' '))
      expect(lines).toEqual(EVENTS)
      expect(status).toBe('returned')
      expect(await all.countOf(conversation.borrower)).toBe(1)
      expect(await all.countOf(conversation.lender)).toBe(1)
    }
    return `${all.kills} kills, ${all.sent} calls, ${all.repeated} of them sent again: each once`
  } finally {
    await all.end()
    folder.remove()
  }
}

test('messages and requests sent while the server is killed are stored once @servers', async () => {
  // On a slow machine with other tests, a start of the server takes many seconds, and there are four.
  test.setTimeout(4 * 60_000)
  process.stdout.write(`${await converseAndKill(3)}\n`)
})

// Takes minutes, so it runs only on demand.
test('messages and requests sent while the server is killed twenty times are stored once @kills', async () => {
  test.setTimeout(10 * 60_000)
  process.stdout.write(`${await converseAndKill(20)}\n`)
})
