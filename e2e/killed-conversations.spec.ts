import { expect, test } from '@playwright/test'
import { dataFolder } from './drivers/data-folder.ts'
import { EVENTS, KilledConversations } from './drivers/killed-conversations.ts'

/** Neighbours who ask, answer and write: about two hundred calls, with so many kills among them. */
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
      // What was sent again after its answer was lost is there once, too: the first one and these.
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

test('what neighbours send while their server is killed exists once @servers', async () => {
  // Beside other tests a start of the server takes many seconds on a slow machine, and there are four.
  test.setTimeout(4 * 60_000)
  process.stdout.write(`${await converseAndKill(3)}\n`)
})

// Takes minutes, and so is run only when it is asked for.
test('what neighbours send while their server is killed twenty times exists once @kills', async () => {
  test.setTimeout(10 * 60_000)
  process.stdout.write(`${await converseAndKill(20)}\n`)
})
