import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from './text-page.module.css'

const LICENCE_URL = 'https://www.gnu.org/licenses/agpl-3.0.html'
/** Written by the build: `license` in app/web/vite.config.ts. */
const LICENCES_FILE = '/third-party-licences.txt'

/** The software's authors, licence, version and API. */
export function AboutPage() {
  const { t } = useTranslation('about')
  const config = useConfig()
  const brand = config?.brand.name ?? 'Letterlend'
  return (
    <Page width="medium">
      <Sheet>
        <div className={classes.text}>
          <PageTitle title={t('about.title')} lead={t('about.lead', { brand })} />
          <p>{t('about.licence')}</p>
          <ul>
            <li>
              <a href={LICENCE_URL} rel="noreferrer">
                {t('about.licenceLink')}
              </a>
            </li>
            <li>
              <Link to={paths.impact()}>{t('about.impactLink')}</Link>
            </li>
            <li>
              <Link to={paths.onYourSite()}>{t('about.embedLink')}</Link>
            </li>
            <li>
              <a href="/api/docs">{t('about.apiLink')}</a>
            </li>
          </ul>
          <p>
            <a href={LICENCES_FILE}>{t('about.licencesLink')}</a>
          </p>
          <p id="source">
            {config?.source_url ? (
              <a href={config.source_url} rel="noreferrer">
                {t('about.sourceLink')}
              </a>
            ) : (
              t('about.sourceAsk')
            )}
          </p>
          {config ? (
            <p className={classes.small}>{t('about.version', { version: config.version })}</p>
          ) : null}
        </div>
      </Sheet>
    </Page>
  )
}
