import { lazy, Suspense, useState } from 'react'
import { bannerText } from '#platform/shared/settings/banner-text.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { StartIcon } from '#platform/web/ui/start-icon.tsx'
import classes from './banner.module.css'
import { bannerOfPage, dismissBanner, isDismissed } from './banner-state.ts'

/** Loaded after the first screen; until then the text appears as plain text. */
const MarkdownText = lazy(() =>
  import('#platform/web/ui/markdown-text.tsx').then((m) => ({ default: m.MarkdownText })),
)

/**
 * The community's warning under the navigation, until the visitor closes it. Its text is part of the page, so that
 * nothing moves when the settings arrive.
 */
export function Banner() {
  const { t } = useTranslation('layout')
  const config = useConfig()
  const [closed, setClosed] = useState('')
  const banner = config ? config.banner : bannerOfPage
  const bannerWords = banner && bannerText(banner, currentLanguage())
  const text = bannerWords?.text
  const hidden = !text || text === closed || isDismissed(text)
  if (hidden) return null
  return (
    <section aria-label={t('banner')} className={classes.banner}>
      <StartIcon name="warning" className={classes.icon} />
      <div className={classes.text} lang={bannerWords.language}>
        <Suspense fallback={<p>{text}</p>}>
          <MarkdownText content={text} />
        </Suspense>
      </div>
      <button
        type="button"
        className={classes.close}
        aria-label={t('dismiss')}
        onClick={() => {
          dismissBanner(text)
          setClosed(text)
        }}
      >
        <StartIcon name="close" />
      </button>
    </section>
  )
}
