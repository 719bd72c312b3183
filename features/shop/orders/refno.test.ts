import { expect, it } from 'vitest'
import { formatRefno, isRefno, REFNO_COUNT, refnoOf } from './refno.ts'

/** Spread over the whole range, including both ends. */
const some = Array.from({ length: 500 }, (_, i) => Math.floor((i * (REFNO_COUNT - 1)) / 499))
const refnos = some.map(refnoOf)

it('a reference number has nine digits with a check digit', () => {
  expect(refnos.filter((refno) => !/^[1-9]\d{8}$/.test(refno) || !isRefno(refno))).toEqual([])
  expect(new Set(refnos).size).toBe(some.length)
})

it('a reference number is invalid after one wrong digit or two swapped neighbours', () => {
  for (const refno of refnos) {
    for (let at = 0; at < 9; at += 1) {
      for (const digit of '0123456789') {
        const wrong = refno.slice(0, at) + digit + refno.slice(at + 1)
        expect(isRefno(wrong)).toBe(wrong === refno)
      }
      const [one = '', other = ''] = refno.slice(at, at + 2)
      const swapped = refno.slice(0, at) + other + one + refno.slice(at + 2)
      expect(isRefno(swapped)).toBe(swapped === refno)
    }
  }
})

it('a reference number may be written in groups', () => {
  const [refno = ''] = refnos
  expect(formatRefno('123456789')).toBe('123\u00a0456\u00a0789')
  expect(isRefno(formatRefno(refno))).toBe(true)
  expect(['', '12345678', '1234567890', 'a23456789', '012345678'].filter(isRefno)).toEqual([])
})
