import { expect, it } from 'vitest'
import { elide } from './french-elision.ts'

it.each([
  ['de ', 'Eva', 'd’Eva'],
  ['de ', 'Anna', 'd’Anna'],
  ['de ', 'Hélène', 'd’Hélène'],
  ['de ', 'Hélène'.normalize('NFD'), 'd’Hélène'.normalize('NFD')],
  ['de ', 'Henri', 'd’Henri'],
  ['de ', 'Hugo', 'd’Hugo'],
  ['de ', 'Yves', 'd’Yves'],
  ['de ', 'Émile', 'd’Émile'],
  ['de ', 'Œuvray', 'd’Œuvray'],
  ['De ', 'une personne', 'D’une personne'],
  ['que ', 'Ida', 'qu’Ida'],
  ['lorsque ', 'Ida', 'lorsqu’Ida'],
  ['de ', 'Paul', 'de Paul'],
  ['de ', 'Hans', 'de Hans'],
  ['de ', 'Heidi', 'de Heidi'],
  ['de ', 'Hassan', 'de Hassan'],
  ['de ', 'Yann', 'de Yann'],
  ['de ', '8 comptes', 'de 8 comptes'],
  ['de ', 'anna@example.org', 'de anna@example.org'],
  ['de ', '', 'de '],
  ['le ', 'Oui', 'le Oui'],
  ['commande ', 'Ada', 'commande Ada'],
  ['mode ', 'Ada', 'mode Ada'],
])('“%s%s” becomes “%s”', (before, value, said) => {
  expect(elide(before, value)).toBe(said)
})
