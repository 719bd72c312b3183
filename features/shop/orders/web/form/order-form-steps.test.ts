import { describe, expect, it } from 'vitest'
import { VALIDATION } from '#platform/shared/errors.ts'
import { testUser } from '#platform/web/testing/user.ts'
import { isVisibleTo, type OrderDraft } from './order-draft.ts'
import {
  admitOrderStep,
  checkedOrder,
  orderFormSchema,
  parseProduct,
  productOf,
  startingForm,
  stepsFor,
} from './order-form-steps.ts'

const FIELDS = {
  firstname: 'Lea',
  lastname: 'Frei',
  email: 'lea@example.org',
  address: 'Hohlstrasse 40',
  address_addition: '',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
}
const DRAFT: OrderDraft = {
  owner: null,
  product: 1,
  amount: 2,
  fields: FIELDS,
  ideas: '',
  show_on_map: null,
  donation_cents: 0,
  sent: null,
}
const guest = { loggedIn: false, product: null }
const member = { loggedIn: true, product: null }

describe('parseProduct', () => {
  it('accepts the ids of the three products only', () => {
    expect(['1', '3', '4', '2', '', '01', null].map(parseProduct)).toEqual([
      1,
      3,
      4,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('admitOrderStep', () => {
  it('starts with the product of the URL or of the draft', () => {
    expect(productOf('4', DRAFT)).toBe(4)
    expect(productOf(null, DRAFT)).toBe(1)
    expect(productOf('99', DRAFT)).toBeNull()
    expect(admitOrderStep('address', { ...guest, draft: DRAFT })).toBe('product')
    expect(admitOrderStep('address', { ...guest, product: 4, draft: null })).toBe('address')
    expect(admitOrderStep('product', { ...guest, draft: DRAFT })).toBe('product')
  })

  it('returns the first step with missing fields', () => {
    const missing = { ...DRAFT, fields: { ...FIELDS, city: ' ' } }
    expect(admitOrderStep('map', { ...guest, draft: missing })).toBe('address')
    expect(admitOrderStep('confirm', { ...member, draft: { ...DRAFT, amount: 6 } })).toBe('address')
    expect(admitOrderStep('confirm', { ...guest, draft: null })).toBe('product')
  })

  it('returns the map step to guests, and to guests who said yes until they register', () => {
    expect(admitOrderStep('map', { ...guest, draft: DRAFT })).toBe('map')
    expect(admitOrderStep('confirm', { ...guest, draft: DRAFT })).toBe('map')
    const yes = { ...DRAFT, show_on_map: true }
    expect(admitOrderStep('confirm', { ...guest, draft: yes })).toBe('map')
    const no = { ...DRAFT, show_on_map: false }
    expect(admitOrderStep('confirm', { ...guest, draft: no })).toBe('confirm')
  })

  it('skips the map step for members', () => {
    expect(admitOrderStep('map', { ...member, draft: DRAFT })).toBe('confirm')
    expect(stepsFor(true)).not.toContain('map')
    expect(stepsFor(false)).toContain('map')
  })
})

describe('startingForm', () => {
  it('fills in the address of the account', () => {
    const user = testUser({ address_addition: '3rd floor' })
    expect(startingForm(1, null, user, ['de-AT'])).toEqual({
      firstname: 'Mila',
      lastname: 'Frei',
      email: 'mila@example.org',
      address: 'Hohlstrasse 40',
      address_addition: '3rd floor',
      postcode: '8004',
      city: 'Zürich',
      country: 'CH',
      amount: 1,
      ideas: '',
    })
  })

  it('keeps what a guest typed before logging in, and fills in the rest from the account', () => {
    const typed = { ...DRAFT, fields: { ...FIELDS, city: '', email: '' } }
    const form = startingForm(1, typed, testUser({ city: 'Bern' }), [])
    expect(form).toMatchObject({ firstname: 'Lea', city: 'Bern', email: 'mila@example.org' })
    const own = { ...typed, owner: testUser().id }
    expect(startingForm(1, own, testUser({ city: 'Bern' }), []).city).toBe('')
  })

  it('resets the amount when the product changes', () => {
    expect(startingForm(1, DRAFT, null, []).amount).toBe(2)
    expect(startingForm(3, DRAFT, null, []).amount).toBe(40)
    expect(startingForm(4, DRAFT, null, []).amount).toBe(20)
    expect(startingForm(1, null, null, ['de-DE']).country).toBe('DE')
  })
})

describe('the form of the second step', () => {
  it('is validated in the order of its fields', () => {
    const nothing = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, '']))
    const { error } = orderFormSchema(4).safeParse({ ...nothing, amount: null, ideas: '' })
    expect(error?.issues.map(({ message }) => message)).toEqual([
      VALIDATION.firstName,
      VALIDATION.lastName,
      VALIDATION.email,
      VALIDATION.address,
      VALIDATION.postcode,
      VALIDATION.city,
      VALIDATION.country,
      VALIDATION.amount,
    ])
  })

  it('accepts the possible amounts of each product only', () => {
    expect(checkedOrder({ ...DRAFT, amount: 5 })).not.toBeNull()
    expect(checkedOrder({ ...DRAFT, product: 3, amount: 5 })).toBeNull()
    expect(checkedOrder({ ...DRAFT, product: 4, amount: 0 })).toBeNull()
    expect(checkedOrder({ ...DRAFT, product: 4, amount: 5 })).not.toBeNull()
  })
})

describe('the draft of an account', () => {
  it('is visible only to its owner', () => {
    expect(isVisibleTo(DRAFT, null)).toBe(true)
    expect(isVisibleTo(DRAFT, 'a')).toBe(true)
    expect(isVisibleTo({ ...DRAFT, owner: 'a' }, 'a')).toBe(true)
    expect(isVisibleTo({ ...DRAFT, owner: 'a' }, 'b')).toBe(false)
    expect(isVisibleTo({ ...DRAFT, owner: 'a' }, null)).toBe(false)
  })
})
