import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { currentLanguage, showLanguage, translate, useTranslation } from './texts.ts'

beforeEach(() => showLanguage('en'))

describe('a text', () => {
  it('has its values filled in', () => {
    expect(translate('items:nothingFound', { text: '$& {{text}}' })).toContain('$& {{text}}')
  })

  it('follows the number it speaks of', async () => {
    const found = (count: number) => translate('items:found', { count })
    expect([found(0), found(1), found(2)]).toEqual(['0 stickers', '1 sticker', '2 stickers'])
    await showLanguage('fr')
    expect([found(0), found(1), found(2)]).toEqual([
      '0 autocollant',
      '1 autocollant',
      '2 autocollants',
    ])
  })
})

function Screen() {
  const { t } = useTranslation('about')
  return <p>{t('privacy.title')}</p>
}

describe('a screen', () => {
  it('waits for its own texts, and changes with the language', async () => {
    render(
      <Suspense fallback="waiting">
        <Screen />
      </Suspense>,
    )
    expect(screen.getByText('waiting')).toBeVisible()
    const english = (await screen.findByRole('paragraph')).textContent
    await act(() => showLanguage('de'))
    expect(currentLanguage()).toBe('de')
    expect(document.documentElement).toHaveAttribute('lang', 'de')
    expect(screen.getByRole('paragraph')).not.toHaveTextContent(english)
  })
})
