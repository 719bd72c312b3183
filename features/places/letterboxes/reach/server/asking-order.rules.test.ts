import { expect, it } from 'vitest'
import { type Askable, inAskingOrder } from './asking-order.rules.ts'

const box = (distance: number, more: Partial<Askable> = {}) => ({
  can_be_asked: true,
  silent: false,
  lent: false,
  answers: 'new' as const,
  distance,
  ...more,
})

it.each<[what: string, first: Askable, second: Askable]>([
  ['the nearer one', box(100), box(200)],
  ['who answers within a day, next door', box(499, { answers: 'day' }), box(1)],
  ['who answers within a day', box(300, { answers: 'day' }), box(20, { answers: 'days' })],
  ['who answers within days', box(300, { answers: 'days' }), box(20)],
  ['who is new before who rarely answers', box(300), box(20, { answers: 'rarely' })],
  ['the nearer one of two that answer', box(20, { answers: 'day' }), box(30, { answers: 'day' })],
  [
    'next door before ten minutes away',
    box(499, { answers: 'rarely' }),
    box(500, { answers: 'day' }),
  ],
  ['of those up to a kilometre', box(999, { answers: 'day' }), box(500)],
  ['of those up to two', box(1_999, { answers: 'day' }), box(1_000)],
  ['of those up to sixteen', box(15_999, { answers: 'day' }), box(8_000)],
  ['near before far', box(1_999, { answers: 'rarely' }), box(2_000, { answers: 'day' })],
  ['who has it at home', box(9_000, { answers: 'rarely' }), box(5, { lent: true, answers: 'day' })],
  ['the nearer of two that lent it', box(5, { lent: true }), box(9_000, { lent: true })],
  ['who lent it before who is silent', box(9_000, { lent: true }), box(5, { silent: true })],
  ['the silent before who cannot', box(9_000, { silent: true }), box(5, { can_be_asked: false })],
  ['who can be asked', box(9_000, { lent: true }), box(5, { can_be_asked: false })],
  [
    'the nearer of two that cannot',
    box(5, { can_be_asked: false }),
    box(700, { can_be_asked: false }),
  ],
])('inAskingOrder() puts first: %s', (_what, first, second) => {
  expect(inAskingOrder([second, first], (each) => each)).toEqual([first, second])
  expect(inAskingOrder([first, second], (each) => each)).toEqual([first, second])
})

it('inAskingOrder() keeps the order of equal letterboxes', () => {
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id, ...box(100) }))
  expect(inAskingOrder(rows, (each) => each)).toEqual(rows)
})
