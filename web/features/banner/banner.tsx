import { bannerText } from '@letterlend/contract/banner.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../config-query.ts'
import { currentLanguage } from '../../i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './banner.module.css'
import { bannerOfPage, dismissBanner, isDismissed } from './banner-state.ts'

/**
 * The community's warning under the navigation, until this visitor closes it. The page brings the
 * text along, so that nothing moves when the settings arrive.
 */
export function Banner() {
  const { t } = useTranslation('layout')
  const config = useConfig()
  const [closed, setClosed] = useState('')
  const banner = config ? config.banner : bannerOfPage
  const shown = banner && bannerText(banner, currentLanguage())
  const text = shown?.text
  const hidden = !text || text === closed || isDismissed(text)
  const section = useHeightTold(!hidden)
  if (hidden) return null
  return (
    <section ref={section} aria-label={t('banner')} className={classes.banner}>
      <Icon name="warning" className={classes.icon} />
      <p lang={shown.language}>{text}</p>
      <button
        type="button"
        className={classes.close}
        aria-label={t('dismiss')}
        onClick={() => {
          dismissBanner(text)
          setClosed(text)
        }}
      >
        <Icon name="close" />
      </button>
    </section>
  )
}

/** Tells the screens that are as tall as the window how much of it is left. */
function useHeightTold(shown: boolean) {
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = section.current
    if (!shown || !element) return
    const { style } = document.documentElement
    const tell = () => style.setProperty('--ll-banner-height', `${element.offsetHeight}px`)
    tell()
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--ll-banner-height')
    }
  }, [shown])
  return section
}
