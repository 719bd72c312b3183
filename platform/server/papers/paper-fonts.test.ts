import { expect, it } from 'vitest'
import { unprintableIn } from '#platform/shared/input/printable.ts'
import { inFonts } from './paper-fonts.ts'

const LETTER = /[\p{L}\p{N}\p{P}]/u
const BASIC_PLANE = Array.from({ length: 0xd800 }, (_, code) => String.fromCodePoint(code))

it('the paper fonts cover every letter that the order form accepts', () => {
  const accepted = BASIC_PLANE.filter(
    (each) => LETTER.test(each) && unprintableIn(each).length === 0,
  )
  expect(accepted.length).toBeGreaterThan(1000)
  const written = (letter: string) => inFonts(letter, 'regular')[0]?.text
  expect(accepted.filter((each) => each !== '?' && written(each) === '?')).toEqual([])
})

it('the order form accepts names of the region, and rejects letters that cannot be printed', () => {
  for (const name of [
    'Zoë Müller-Łukasz',
    'Дмитро Їжак',
    'Νίκος Ελύτης',
    'Nguyễn Thị',
    'D’Alembert',
    'Weg 3½',
  ]) {
    expect(unprintableIn(name)).toEqual([])
  }
  expect(unprintableIn('محمد 北京 🦊')).toEqual(['م', 'ح', 'د', '北', '京', '🦊'])
})
