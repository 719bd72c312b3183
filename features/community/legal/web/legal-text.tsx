import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { storedLanguage } from '#platform/shared/languages.ts'
import { type LegalPage, legalPath } from '#platform/shared/legal-pages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { Fold } from '#platform/web/ui/fold.tsx'
import { MarkdownText } from '#platform/web/ui/markdown-text.tsx'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import type { PublishedPage } from '../contract.ts'
import { useLegalPage, usePageVersions } from './data/legal.ts'
import classes from './legal.module.css'

/** A published page: its text, its date and the earlier versions. */
export function LegalText({ page }: { page: LegalPage }) {
  const [query] = useSearchParams()
  const version = query.get('version') ?? undefined
  const { data, error, refetch } = useLegalPage(page, version, true)
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoader />
  return (
    <>
      <Origin page={page} published={data} />
      <MarkdownText content={data.texts[storedLanguage(currentLanguage())]} below="h1" />
      <Versions page={page} published={data} />
    </>
  )
}

function Origin({ page, published }: { page: LegalPage; published: PublishedPage }) {
  const { t } = useTranslation('legal')
  const { version, published_at, current_version } = published
  return (
    <p className={classes.origin}>
      {t('published', { version, date: dateInWords(published_at) })}
      {current_version === null ? (
        <>
          . <strong>{t('withdrawn')}</strong>
        </>
      ) : null}
      {current_version === null || current_version === version ? null : (
        <>
          . <strong>{t('earlier')}</strong> <Link to={legalPath(page)}>{t('toNewest')}</Link>
        </>
      )}
    </p>
  )
}

function Versions({ page, published }: { page: LegalPage; published: PublishedPage }) {
  const { t } = useTranslation('legal')
  const others = published.versions.filter(({ version }) => version !== published.version)
  if (others.length === 0) return null
  return (
    <Fold label={t('versions')} className={classes.versions}>
      <VersionLinks page={page} versions={others} />
    </Fold>
  )
}

function VersionLinks({
  page,
  versions,
}: {
  page: LegalPage
  versions: PublishedPage['versions']
}) {
  const { t } = useTranslation('legal')
  return (
    <ul className={classes.versionList}>
      {versions.map(({ version, published_at }) => (
        <li key={version}>
          <Link to={legalPath(page, { version })}>
            {t('published', { version, date: dateInWords(published_at) })}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * Shown for a page without a version in force: when it was withdrawn, and its earlier versions. Shows `never` if
 * nothing was ever published.
 */
export function WithdrawnPage({ page, never }: { page: LegalPage; never: ReactNode }) {
  const { t } = useTranslation('legal')
  const { data, error, refetch } = usePageVersions(page)
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoader />
  const { withdrawn_at, versions } = data
  if (withdrawn_at === null) return never
  return (
    <div>
      <p>{t('withdrawnOn', { date: dateInWords(withdrawn_at) })}</p>
      <VersionLinks page={page} versions={versions} />
    </div>
  )
}
