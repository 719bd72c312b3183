import type { CSSProperties } from 'react'
import type { Brand } from '#platform/shared/settings/brand.ts'
import { textOnPrimary } from '#platform/shared/settings/brand-colours.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { BrandMark } from '#platform/web/ui/artwork/brand-mark.tsx'
import classes from './settings.module.css'

/** Colours from theme-variables.css, used unless the community has its own. */
const DARK = { paper: '#0f1c2b', ink: '#eaf1f6', outline: '#45607a' }
const LIGHT_PAPER = '#fffbf2'

function variablesOf(brand: Brand, scheme: 'light' | 'dark'): CSSProperties {
  const light = scheme === 'light'
  return {
    '--ll-yellow': brand.primary,
    '--ll-on-yellow': textOnPrimary(brand, scheme),
    '--ll-ink': light ? brand.ink : DARK.ink,
    '--ll-outline': light ? brand.ink : DARK.outline,
    '--ll-paper': light ? LIGHT_PAPER : DARK.paper,
  } as CSSProperties
}

/** Preview of a page's head in both themes, and of a mail. */
export function BrandPreview({ brand }: { brand: Brand }) {
  const { t } = useTranslation('admin-settings')
  return (
    <figure className={classes.preview}>
      <figcaption>{t('preview.title')}</figcaption>
      <div className={classes.previews}>
        {(['light', 'dark'] as const).map((scheme) => (
          <div key={scheme}>
            <p>{t(`preview.${scheme}`)}</p>
            <div className={classes.head} style={variablesOf(brand, scheme)}>
              <BrandMark logo={brand.logo} />
              <b>{brand.name}</b>
              <span className={classes.button}>{t('preview.button')}</span>
            </div>
          </div>
        ))}
        <div>
          <p>{t('preview.mail')}</p>
          <div className={classes.mail} style={variablesOf(brand, 'light')}>
            <b>{brand.name}</b>
            <span className={classes.button}>{t('preview.button')}</span>
          </div>
        </div>
      </div>
    </figure>
  )
}
