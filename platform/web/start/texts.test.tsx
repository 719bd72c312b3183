import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showLanguage, translate } from './texts.ts'

beforeEach(() => showLanguage('en'))

describe('a text', () => {
  it('has its values inserted', () => {
    expect(translate('items:nothingFound', { text: '$& {{text}}' })).toContain('$& {{text}}')
  })

  it('uses the plural form of its number', async () => {
    const countText = (count: number) => translate('items:found', { count })
    expect([countText(0), countText(1), countText(2)]).toEqual([
      '0 stickers',
      '1 sticker',
      '2 stickers',
    ])
    await showLanguage('fr')
    expect([countText(0), countText(1), countText(2)]).toEqual([
      '0 autocollant',
      '1 autocollant',
      '2 autocollants',
    ])
  })
})

describe('a screen', () => {
  it('waits for its own texts and changes with the language', async () => {
    // No texts are loaded here; other tests load all of them first.
    vi.resetModules()
    const texts = await import('./texts.ts')
    await texts.showLanguage('en')
    function Screen() {
      const { t } = texts.useTranslation('about')
      return <p>{t('privacy.title')}</p>
    }
    render(
      <Suspense fallback="waiting">
        <Screen />
      </Suspense>,
    )
    expect(screen.getByText('waiting')).toBeVisible()
    expect(await screen.findByText('Data protection')).toBeVisible()
    await act(() => texts.showLanguage('de'))
    expect(texts.currentLanguage()).toBe('de')
    expect(document.documentElement).toHaveAttribute('lang', 'de')
    expect(screen.getByText('Datenschutz')).toBeVisible()
  })
})
