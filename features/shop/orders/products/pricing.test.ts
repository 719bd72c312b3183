import { describe, expect, it } from 'vitest'
import {
  centsAPiece,
  currencyOf,
  DEFAULT_AMOUNT,
  donationOf,
  isAmount,
  maxPayment,
  PRODUCT_ID,
  RESELLER_TIERS,
  smileyLevel,
  toCents,
  toMoney,
} from './pricing.ts'

const { stickerPack, membership, reseller } = PRODUCT_ID

describe('the possible amounts', () => {
  it.each([
    [stickerPack, [1, 2, 3, 4, 5], [0, 6, -1, 1.5, Number.NaN]],
    [membership, [20, 40, 80, 150], [0, 1, 21, 149, 151, Number.POSITIVE_INFINITY]],
    [reseller, [1, 19, 20, 100_000], [0, -20, 2.5, 100_001, Number.NaN]],
  ])('of product %i', (product, possible, impossible) => {
    expect(possible.filter((amount) => !isAmount(product, amount))).toEqual([])
    expect(impossible.filter((amount) => isAmount(product, amount))).toEqual([])
    expect(isAmount(product, DEFAULT_AMOUNT[product])).toBe(true)
  })
})

describe('the price of a piece', () => {
  it.each([
    [1, 7],
    [19, 7],
    [20, 4.5],
    [49, 4.5],
    [50, 4.2],
    [99, 4.2],
    [100, 3.9],
    [199, 3.9],
    [200, 3.8],
    [499, 3.8],
    [500, 3.6],
    [999, 3.6],
    [1000, 3.5],
    [100_000, 3.5],
  ])('for a reseller who takes %i is %d', (amount, money) => {
    expect(toMoney(centsAPiece(amount, { cents: 999, tiers: RESELLER_TIERS }))).toBe(money)
  })

  it('for any other product is the price of the product', () => {
    for (const amount of [1, 5, 1000]) {
      expect(centsAPiece(amount, { cents: 700, tiers: [] })).toBe(700)
    }
  })
})

describe('the payment', () => {
  it('is at most 100, or twice a price of 100 or more', () => {
    expect([0, 700, 9999, 10_000, 15_000].map(maxPayment)).toEqual([
      10_000, 10_000, 10_000, 20_000, 30_000,
    ])
  })

  it('contains a donation if it is above the price, and never a negative one', () => {
    expect([0, 699, 700, 701, 10_000].map((payment) => donationOf(payment, 700))).toEqual([
      0, 0, 0, 1, 9300,
    ])
  })

  it('has a smiley of five levels for its donation', () => {
    const donations = [0, 1000, 1001, 1999, 2000, 2999, 3000, 3999, 4000, 99_999]
    expect(donations.map(smileyLevel)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
  })

  it('is in francs in Switzerland and Liechtenstein and in euros elsewhere', () => {
    expect(['CH', 'LI', 'DE', 'AT', 'FR', 'IT', 'US'].map(currencyOf)).toEqual([
      'CHF',
      'CHF',
      'EUR',
      'EUR',
      'EUR',
      'EUR',
      'EUR',
    ])
  })
})

describe('an amount of money', () => {
  it('is converted without loss in both directions, for every cent', () => {
    for (let cents = 0; cents <= 200_000; cents += 1) expect(toCents(toMoney(cents))).toBe(cents)
  })

  it('has at most two decimals', () => {
    expect([0.001, 1.005, 7.999, Number.NaN, Number.POSITIVE_INFINITY, 1e300].map(toCents)).toEqual(
      Array(6).fill(null),
    )
  })
})
