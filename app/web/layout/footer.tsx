import { Link } from 'react-router'
import { helpPaths } from '#platform/shared/help-paths.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { legalPath, shownLegalPages } from '#platform/shared/legal-pages.ts'
import { paths } from '#platform/shared/paths.ts'
import { useBrandName, useConfig } from '#platform/web/data/config.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import classes from './footer.module.css'

/** `compact` on screens of window height: a thin line, on phones only in the menu. */
export function Footer({ compact }: { compact: boolean }) {
  return (
    <footer className={classes.footer} data-compact={compact || undefined}>
      <FooterLinks />
    </footer>
  )
}

export function FooterLinks({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation('layout')
  const brand = useBrandName()
  const config = useConfig()
  return (
    <div className={classes.links}>
      <span>{t('copyright', { year: String(new Date().getFullYear()), brand })}</span>
      <Link to={paths.about()} onClick={onFollow}>
        {t('implementer')}
      </Link>
      <Link to={paths.impact()} onClick={onFollow}>
        {t('impactLink')}
      </Link>
      <a href={helpPaths.start(storedLanguage(currentLanguage()))} onClick={onFollow}>
        {t('help')}
      </a>
      {shownLegalPages(config?.legal_pages ?? []).map((page) => (
        <Link key={page} to={legalPath(page)} onClick={onFollow}>
          {t(`legalLink.${page}`)}
        </Link>
      ))}
      <Link to={config?.source_url ?? `${paths.about()}#source`} onClick={onFollow}>
        {t('sourceCode')}
      </Link>
      {config?.links?.map(({ label, url }) => (
        <Link key={url} to={url}>
          {label[storedLanguage(currentLanguage())]}
        </Link>
      ))}
    </div>
  )
}
