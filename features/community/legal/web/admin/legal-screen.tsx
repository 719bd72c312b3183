import { Link, useParams } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { legalPath } from '#platform/shared/legal-pages.ts'
import type { OperatorFact } from '#platform/shared/settings/operator.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { PartLinks } from '#platform/web/ui/back-office/part-links.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import type { AdminLegalPage } from '../../contract.admin.ts'
import { legalTextsSchema } from '../../contract.ts'
import { useAdminLegal } from '../data/legal.ts'
import classes from '../legal.module.css'
import { LegalForm } from './legal-form.tsx'
import { WithdrawButton } from './withdraw-button.tsx'

const EMPTY = { de: '', en: '', fr: '' }

/** The legal pages, each with its template, its text and the version in force. */
export function AdminLegalScreen() {
  const { t } = useTranslation('admin-legal')
  const { t: ofLayout } = useTranslation('layout')
  const { id } = useParams()
  const { data, error, refetch } = useAdminLegal()
  const shown = data?.pages.find(({ page }) => page === id) ?? data?.pages[0]
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data && shown ? (
        <>
          <div className={classes.notices}>
            <Notice>{t('noAdvice')}</Notice>
            {data.missing_facts.length > 0 ? <MissingFacts facts={data.missing_facts} /> : null}
          </div>
          <PartLinks
            label={t('pages')}
            shown={shown.page}
            parts={data.pages.map(({ page }) => ({
              key: page,
              to: adminPaths.screen('legal', page),
              label: ofLayout(`legalLink.${page}`),
            }))}
          />
          <State published={shown} />
          <WithOfferedDraft
            key={shown.page}
            name={`legal-${shown.page}`}
            saved={shown.texts ?? EMPTY}
            schema={legalTextsSchema}
          >
            {(draft) => <LegalForm published={shown} draft={draft} />}
          </WithOfferedDraft>
        </>
      ) : error ? null : (
        <PageLoader />
      )}
    </AdminPage>
  )
}

function MissingFacts({ facts }: { facts: readonly OperatorFact[] }) {
  const { t } = useTranslation('admin-legal')
  const { t: ofSettings } = useTranslation('admin-settings')
  return (
    <Notice
      title={t('facts.title')}
      action={
        <AppButton tone="secondary" component={Link} to={adminPaths.screen('settings', 'operator')}>
          {t('facts.action')}
        </AppButton>
      }
    >
      {t('facts.body', { facts: facts.map((fact) => ofSettings(`operator.${fact}`)).join(', ') })}
    </Notice>
  )
}

function State({ published }: { published: AdminLegalPage }) {
  const { t } = useTranslation('admin-legal')
  const { page, version, published_at, published_by, is_outdated, withdrawn_at } = published
  if (published_at === null) return <p className={classes.origin}>{t('state.none')}</p>
  if (withdrawn_at !== null) {
    return (
      <p className={classes.origin}>
        {t('state.withdrawn', { version, when: timeInWords(withdrawn_at) })}{' '}
        <Link to={legalPath(page, { version })}>{t('state.showVersion')}</Link>
      </p>
    )
  }
  const who = published_by?.name ?? t('state.somebody')
  return (
    <div className={classes.state}>
      <p className={classes.origin}>
        {t('state.published', { version, who, when: timeInWords(published_at) })}{' '}
        <Link to={legalPath(page)}>{t('state.show')}</Link>{' '}
        {is_outdated ? <strong>{t('state.outdated')}</strong> : null}
      </p>
      <WithdrawButton published={published} />
    </div>
  )
}
