import { EventEmitter } from 'node:events'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answers, type Channel, Conversation } from './conversation.ts'

/** One end of a channel; its messages arrive at the other end, unless the channel is cut. */
class End extends EventEmitter {
  other: End | null = null
  send(message: object, done: (error: Error | null) => void): void {
    queueMicrotask(() => {
      if (this.other) this.other.emit('message', message)
      done(this.other ? null : new Error('The channel is closed'))
    })
  }
}

let ends: [End, End]
beforeEach(() => {
  ends = [new End(), new End()]
  ends[0].other = ends[1]
  ends[1].other = ends[0]
})
const converse = (end: End, answers: Answers = {}) => new Conversation(end as Channel, answers)

it('two processes answer each other’s concurrent questions', async () => {
  const one = converse(ends[0], { half: (number: number) => number / 2 })
  const two = converse(ends[1], { twice: async (number: number) => number * 2 })
  expect(
    await Promise.all([one.ask('twice', 3), one.ask('twice', 4), two.ask('half', 10)]),
  ).toEqual([6, 8, 5])
})

it('a question without an answer fails with the reason', async () => {
  const one = converse(ends[0])
  converse(ends[1], {
    break: () => {
      throw new Error('It is broken')
    },
  })
  await expect(one.ask('break', null)).rejects.toThrow('It is broken')
  await expect(one.ask('nothing', null)).rejects.toThrow('Unexpected question: nothing')
})

it('a question to a process that has ended fails', async () => {
  const one = converse(ends[0])
  const asked = one.ask('anything', null)
  ends[0].emit('disconnect')
  await expect(asked).rejects.toThrow('The other process ended')
  ends[0].other = null
  await expect(one.ask('anything', null)).rejects.toThrow('The channel is closed')
})

it('other messages on the same channel are ignored', async () => {
  const answer = vi.fn()
  converse(ends[0], { question: answer })
  for (const message of [null, 'question', 7, { name: 'question' }])
    ends[0].emit('message', message)
  expect(answer).not.toHaveBeenCalled()
})
