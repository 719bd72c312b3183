import { describe, expect, it } from 'vitest'
import { fitsOnBill, onBill, payerOnBill } from './bill-letters.ts'

const payer = {
  firstname: 'Ada',
  lastname: 'Muster',
  address: 'Langstrasse 12',
  postcode: '8004',
  city: 'Zürich',
}

describe('a text on a QR-bill', () => {
  it.each([
    'Chloé Œuvray',
    'Ștefan Ionuț',
    'Łucja Wąsik',
    'Žofie Černá',
    'Đorđe Šarić',
    'İpek Işık',
    'Ġorġ Ħaż-Żebbuġ',
    '5 €',
  ])('keeps %s, whose letters the guidelines allow', (name) => {
    expect(onBill(name, 70)).toBe(name)
    // Macs type decomposed characters.
    expect(onBill(name.normalize('NFD'), 70)).toBe(name)
  })

  it.each([
    ['Nguyễn Thị Ánh', 'Nguyen Thi Ánh'],
    ['O’Neill – “Ned”', `O'Neill - "Ned"`],
    ['Əliyeva', 'Eliyeva'],
    ['ʻOkina', "'Okina"],
    ['GROẞ', 'GROSS'],
    ['Ɛkua Ɔsei', 'Ekua Osei'],
    ['Ǧamal Ǐ', 'Gamal I'],
    ['ﬁnal № 3', 'final No. 3'],
    ['Νίκος Ιωάννου', 'Nikos Ioannou'],
    ['ΠΟΥΛΟΥ Θεοδώρα', 'POULOU Theodora'],
    ['Иван Щербаков', 'Ivan Shcherbakov'],
    ['Зоряна Кравців', 'Zoriana Kravtsiv'],
    ['Љиљана Ђурђевић', 'Ljiljana Đurđević'],
    ['Jean\u202fLuc\u00ad', 'Jean Luc'],
  ])('writes %s as %s', (typed, written) => {
    expect(onBill(typed, 70)).toBe(written)
  })

  it.each(['אברהם', 'Қанат', '王', 'Ada 😀', '', '  '])('cannot be written for "%s"', (text) => {
    expect(onBill(text, 70)).toBeNull()
  })

  it('is cut between words, and within a word only if that word alone is too long', () => {
    const name = 'Maria Magdalena Josefina von Hohenstein-Waldburg zu Zeil und Trauchburg, Gräfin'
    expect(name.length).toBeGreaterThan(70)
    expect(onBill(name, 70)).toBe('Maria Magdalena Josefina von Hohenstein-Waldburg zu Zeil und')
    expect(onBill('Rhabarberbarbara'.repeat(5), 70)).toHaveLength(70)
    expect(onBill('a'.repeat(70), 70)).toBe('a'.repeat(70))
    expect(onBill(`${'a'.repeat(70)} b`, 70)).toBe('a'.repeat(70))
    expect(onBill('Rue de la Gare, - 12', 16)).toBe('Rue de la Gare')
  })
})

it('a payer is printed with all fields or not at all', () => {
  const { postcode: zip, city, address } = payer
  expect(payerOnBill(payer)).toEqual({ name: 'Ada Muster', address, zip, city })
  expect(payerOnBill({ ...payer, city: '北京' })).toBeNull()
})

it('an empty field causes no warning', () => {
  expect(fitsOnBill({ ...payer, firstname: '', city: ' ' })).toBe(true)
  expect(fitsOnBill({ ...payer, lastname: '王' })).toBe(false)
})
