import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { PAGE_SIZES } from './orders-sorting.ts'
import classes from './orders-table.module.css'

interface OrdersPagerProps {
  page: number
  pages: number
  /** Orders per page. */
  size: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Links to the previous and next page, and the page size. */
export function OrdersPager({ page, pages, size, onPage, onSize }: OrdersPagerProps) {
  const { t } = useTranslation('orders')
  return (
    <nav aria-label={t('list.pages')} className={classes.pager}>
      <div className={classes.turn}>
        <AppButton
          tone="quiet"
          disabled={page === 1}
          aria-label={t('list.previous')}
          onClick={() => onPage(page - 1)}
        >
          <Icon name="chevronLeft" />
        </AppButton>
        <span role="status">{t('list.page', { page, pages })}</span>
        <AppButton
          tone="quiet"
          disabled={page === pages}
          aria-label={t('list.next')}
          onClick={() => onPage(page + 1)}
        >
          <Icon name="chevronRight" />
        </AppButton>
      </div>
      <SelectField
        aria-label={t('list.size')}
        value={size}
        data={PAGE_SIZES.map((count) => ({
          value: String(count),
          label: t('list.perPage', { count }),
        }))}
        onChange={({ target }) => onSize(Number(target.value))}
      />
    </nav>
  )
}
