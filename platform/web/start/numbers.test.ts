import { expect, it } from 'vitest'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { formatDistance } from '../ui/words/distance.ts'
import { formatNumber } from './numbers.ts'
import { addTexts, showLanguage, translate } from './texts.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace('’', "'")
/** Browsers separate thousands in Swiss French differently. */
const either = /^3[ ']839$/

it('numbers and distances follow the format of the language', () => {
  expect(plain(formatNumber(3839, 'de'))).toBe("3'839")
  expect(formatNumber(3839, 'en')).toBe('3,839')
  expect(plain(formatNumber(3839, 'fr'))).toMatch(either)
  expect(plain(formatDistance(78.2, 'de'))).toBe('78.2 m')
  expect(plain(formatDistance(78.2, 'fr'))).toBe('78,2 m')
})

it('numbers in texts follow the same format, and strings stay unchanged', async () => {
  for (const language of LANGUAGES) {
    await showLanguage(language)
    addTexts(language, { layout: { copyright: '{{year}}: {{count}}' } })
    const text = translate('layout:copyright', { year: '2026', count: 3839 })
    expect(text).toBe(`2026: ${formatNumber(3839, language)}`)
  }
})
