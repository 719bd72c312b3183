import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { DEEPEST_PAGE, lastPage, PER_PAGE } from './data/letterbox-pages.ts'
import classes from './nearby-list.module.css'

interface ListPagesProps {
  /** The displayed page; `requestedPage` is the one being loaded. */
  page: number
  requestedPage: number
  total: number
  onPage: (page: number) => void
}

/** Shows which part of the list is visible, with links to the other pages. */
export function ListPages({ page, requestedPage, total, onPage }: ListPagesProps) {
  const { t } = useTranslation('letterboxes')
  const last = lastPage(total)
  if (last === 1) return null
  const to = Math.min(total, page * PER_PAGE)
  return (
    <>
      <nav className={classes.pages} aria-label={t('nearby.pages')}>
        <AppButton
          tone="quiet"
          disabled={requestedPage <= 1}
          onClick={() => onPage(requestedPage - 1)}
        >
          {t('nearby.previous')}
        </AppButton>
        <span aria-live="polite">
          {t('nearby.range', { from: (page - 1) * PER_PAGE + 1, to, total })}
        </span>
        <AppButton
          tone="quiet"
          disabled={requestedPage >= last}
          onClick={() => onPage(requestedPage + 1)}
        >
          {t('nearby.next')}
        </AppButton>
      </nav>
      {page === DEEPEST_PAGE && total > to ? (
        <p className={classes.more}>{t('nearby.deepest')}</p>
      ) : null}
    </>
  )
}
