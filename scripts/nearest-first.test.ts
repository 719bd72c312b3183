import { expect, it } from 'vitest'
import { nearestFirst } from './nearest-first.mjs'

const far = `features/community/members/tables.ts(12,3): error TS2322: Type 'string' is not assignable.
  Types of property 'lang' are incompatible.
`
const near = `features/shop/orders/contract.ts(1,10): error TS2305: Module has no exported member.
`

it('nearestFirst sorts errors in changed files first, each with its lines', () => {
  expect(nearestFirst(far + near, ['features/shop/orders/contract.ts'])).toBe(near + far)
  expect(nearestFirst(far + near, [])).toBe(far + near)
})
