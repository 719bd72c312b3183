import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useConfig } from '../../data/config.ts'
import { useTranslation } from '../../start/texts.ts'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
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
  'rights',
] as const

/** What is stored, who sees it, and what never leaves. */
export function PrivacyNoticePage() {
  const { t } = useTranslation('about')
  const providers = useConfig()?.payment_providers ?? []
  const elsewhere = providers.some((name) => name !== 'sandbox')
  return (
    <Page width="medium">
      <Sheet>
        <div className={classes.text}>
          <PageTitle title={t('privacy.title')} lead={t('privacy.lead')} />
          {SECTIONS.filter((section) => elsewhere || section !== 'paying').map((section) => (
            <section key={section}>
              <h2>{t(`privacy.${section}.title`)}</h2>
              <p>{t(`privacy.${section}.body`)}</p>
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
