import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../app-button.tsx'
import { SelectField } from '../forms/form-fields.tsx'
import { Icon } from '../icon.tsx'
import classes from './list-pager.module.css'
import type { ListQuery } from './use-list-query.ts'

const SIZES = [10, 20, 50, 100, 200]

interface ListPagerProps {
  /** The number of the page, counted from 1. */
  page: number
  /** Maximum number of rows per page. */
  size: number
  total: number
  /** Number of rows on this page. */
  shown: number
  onQuery: (part: Partial<ListQuery>) => void
}

/** Links to the previous and next page, the page size, and the total number of rows. */
export function ListPager({ page, size, total, shown, onQuery }: ListPagerProps) {
  const { t } = useTranslation('admin')
  const pages = Math.max(1, Math.ceil(total / size))
  const from = (page - 1) * size
  return (
    <nav aria-label={t('table.pages')} className={classes.pager}>
      <span role="status">
        {shown === 0
          ? t('table.pastEnd', { total })
          : t('table.shown', { from: from + 1, to: from + shown, total })}
      </span>
      <div className={classes.turn}>
        <AppButton
          tone="quiet"
          disabled={page <= 1}
          aria-label={t('table.previous')}
          onClick={() => onQuery({ page: Math.min(page - 1, pages) })}
        >
          <Icon name="chevronLeft" />
        </AppButton>
        <span>{t('table.page', { page, pages })}</span>
        <AppButton
          tone="quiet"
          disabled={page >= pages}
          aria-label={t('table.next')}
          onClick={() => onQuery({ page: page + 1 })}
        >
          <Icon name="chevronRight" />
        </AppButton>
      </div>
      <SelectField
        aria-label={t('table.size')}
        value={size}
        data={SIZES.map((count) => ({ value: `${count}`, label: t('table.perPage', { count }) }))}
        onChange={({ currentTarget }) => onQuery({ size: Number(currentTarget.value) })}
      />
    </nav>
  )
}
