import { Link, useSearchParams } from 'react-router'
import type { LegalPage } from '#platform/shared/legal-pages.ts'
import { paths } from '#platform/shared/paths.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { LegalText, WithdrawnPage } from './legal-text.tsx'

/** Imprint, terms or accessibility statement, or an earlier version; says so if no version is in force. */
export function LegalScreen({ page }: { page: LegalPage }) {
  const { t } = useTranslation('layout')
  const config = useConfig()
  const [query] = useSearchParams()
  if (!config) return <PageLoader />
  return (
    <Page width="medium">
      <Sheet>
        <PageTitle title={t(`legalLink.${page}`)} />
        {config.legal_pages.includes(page) || query.has('version') ? (
          <LegalText page={page} />
        ) : (
          <WithdrawnPage page={page} never={<Nothing />} />
        )}
      </Sheet>
    </Page>
  )
}

function Nothing() {
  const { t } = useTranslation('legal')
  return (
    <>
      <p>{t('none.body')}</p>
      <p>
        <Link to={paths.privacyNotice()}>{t('none.privacy')}</Link>
      </p>
    </>
  )
}
