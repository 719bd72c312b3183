import { expect, it } from 'vitest'
import { z } from 'zod'
import { answerWriting } from './answer-writing.ts'

const schema = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  spot: z.object({ latitude: z.number() }).nullable(),
  people: z.array(z.object({ firstname: z.string() })),
  note: z.string().optional(),
})
const answer = {
  id: '0a3b4c5d-6e7f-4a8b-9c0d-1e2f3a4b5c6d',
  name: null,
  spot: { latitude: 47.5, password_hash: 'within' },
  people: [{ firstname: 'Ada "the first"', email: 'ada@example.org' }],
  password_hash: 'at the top',
}
const allowed = {
  id: answer.id,
  name: null,
  spot: { latitude: 47.5 },
  people: [{ firstname: 'Ada "the first"' }],
}
const writing = (checked: boolean) =>
  answerWriting(checked)({ schema, method: 'GET', url: '/', httpStatus: '200' })

it.each([true, false])(
  'a response contains only fields of the contract (checked: %s)',
  (checked) => {
    const write = writing(checked)
    expect(JSON.parse(write(answer))).toEqual(allowed)
    expect(JSON.parse(write({ ...answer, spot: null, note: 'x' }))).toEqual({
      ...allowed,
      spot: null,
      note: 'x',
    })
  },
)

it('a response without a required field fails', () => {
  const { people: _, ...incomplete } = answer
  expect(() => writing(false)(incomplete)).toThrow(/people/)
})

it('the values of a response are validated only if the check is enabled', () => {
  const wrong = { ...answer, id: 'no uuid' }
  expect(() => writing(true)(wrong)).toThrow()
  expect(() => writing(false)(wrong)).not.toThrow()
})
