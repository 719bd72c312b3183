import { Link } from 'react-router'
import type { PublicConfig } from '#platform/shared/config.ts'
import { paths } from '#platform/shared/paths.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from './text-page.module.css'

const SECTIONS = [
  'public',
  'neighbours',
  'never',
  'wishes',
  'reports',
  'stored',
  'thirdParties',
  'paying',
  'notifications',
  'signs',
  'replies',
  'rights',
] as const

/** Who sees where one looks, as far as this community asks others for its maps. */
function mapText(config: PublicConfig | undefined): 'body' | 'ownMap' | 'onlyOwnMap' {
  const [first, ...others] = config?.map_layers ?? []
  if (first?.url !== null) return 'body'
  return others.some(({ url }) => url !== null) ? 'ownMap' : 'onlyOwnMap'
}

/** What is stored, who sees it, and what never leaves. */
export function PrivacyNoticePage() {
  const { t } = useTranslation('about')
  const config = useConfig()
  const isLeftOut: Partial<Record<(typeof SECTIONS)[number], boolean>> = {
    paying: !config?.payment_providers.some((name) => name !== 'sandbox'),
    notifications: config?.vapid_public_key === null,
  }
  return (
    <Page width="medium">
      <Sheet>
        <div className={classes.text}>
          <PageTitle title={t('privacy.title')} lead={t('privacy.lead')} />
          {SECTIONS.filter((section) => !isLeftOut[section]).map((section) => (
            <section key={section}>
              <h2>{t(`privacy.${section}.title`)}</h2>
              {section === 'thirdParties' ? (
                <>
                  <p>{t(`privacy.thirdParties.${mapText(config)}`)}</p>
                  <p>{t('privacy.thirdParties.addresses')}</p>
                </>
              ) : (
                <p>{t(`privacy.${section}.body`)}</p>
              )}
            </section>
          ))}
          <p>
            <Link to={paths.privacy()}>{t('privacy.settings')}</Link>
          </p>
        </div>
      </Sheet>
    </Page>
  )
}
