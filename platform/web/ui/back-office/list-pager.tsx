import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../app-button.tsx'
import { SelectField } from '../forms/form-fields.tsx'
import { Icon } from '../icon.tsx'
import classes from './list-pager.module.css'
import type { ListQuery } from './use-list-query.ts'

const SIZES = [20, 50, 100, 200]

interface ListPagerProps {
  /** From 1. */
  page: number
  /** Rows of a page. */
  size: number
  /** Rows of all pages. */
  total: number
  /** Rows of this page. */
  shown: number
  onQuery: (changed: Partial<ListQuery>) => void
}

/** To the pages before and after, how much is on one, and how much there is. */
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
