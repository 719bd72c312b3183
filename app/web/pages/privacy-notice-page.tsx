import { Link, useSearchParams } from 'react-router'
import { LegalText, WithdrawnPage } from '#features/community/legal/web/door.ts'
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

/** Explains who can see which places the user looks at, depending on the community's map servers. */
function mapText(config: PublicConfig | undefined): 'body' | 'ownMap' | 'onlyOwnMap' {
  const [first, ...others] = config?.map_layers ?? []
  if (first?.url !== null) return 'body'
  return others.some(({ url }) => url !== null) ? 'ownMap' : 'onlyOwnMap'
}

/** Explains what is stored, who sees it, and what is never shared. */
export function PrivacyNoticePage() {
  const { t } = useTranslation('about')
  const { t: ofLegal } = useTranslation('legal')
  const config = useConfig()
  const [query] = useSearchParams()
  // An earlier version can be read even if there is no current one.
  const isPublished = config?.legal_pages?.includes('privacy_notice') || query.has('version')
  const isLeftOut: Partial<Record<(typeof SECTIONS)[number], boolean>> = {
    paying: !config?.payment_providers.some((name) => name !== 'sandbox'),
    notifications: config?.vapid_public_key === null,
  }
  // The software's own section follows below the community's text.
  const Title = isPublished ? 'h3' : 'h2'
  return (
    <Page width="medium">
      <Sheet>
        <div className={classes.text}>
          <PageTitle title={t('privacy.title')} lead={t('privacy.lead')} />
          {isPublished ? (
            <div>
              <LegalText page="privacy_notice" />
            </div>
          ) : config ? (
            <WithdrawnPage page="privacy_notice" never={null} />
          ) : null}
          {isPublished ? <h2>{ofLegal('software')}</h2> : null}
          {SECTIONS.filter((section) => !isLeftOut[section]).map((section) => (
            <section key={section}>
              <Title>{t(`privacy.${section}.title`)}</Title>
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
