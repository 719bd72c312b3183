import { useTranslation } from '#platform/web/start/texts.ts'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { OrderActions } from './order-actions.tsx'
import { AmountText, DateText, PriceText, StatusChip } from './order-cells.tsx'
import { ProductName } from './order-table.tsx'
import { COLUMNS } from './orders-sorting.ts'
import classes from './orders-table.module.css'
import type { OrderListProps } from './orders-table.tsx'

const DIRECTIONS = ['descending', 'ascending'] as const

/** Each order as a card: table columns become lines, and sorting is a select field. */
export function OrderCards({ orders, sorting, onSort, onCancelled }: OrderListProps) {
  const { t } = useTranslation('orders')
  const ways = COLUMNS.flatMap((column) =>
    DIRECTIONS.map((direction) => ({
      value: `${column} ${direction}`,
      label: `${t(`list.columns.${column}`)}, ${t(`list.${direction}`)}`,
      sorting: { column, descending: direction === 'descending' },
    })),
  )
  return (
    <>
      <SelectField
        label={t('list.sortBy')}
        value={`${sorting.column} ${sorting.descending ? 'descending' : 'ascending'}`}
        data={ways.map(({ value, label }) => ({ value, label }))}
        onChange={({ target }) => {
          const way = ways.find(({ value }) => value === target.value)
          if (way) onSort(way.sorting)
        }}
      />
      <ul className={classes.cards}>
        {orders.map((order) => (
          <li key={order.id} className={classes.card}>
            <h2 className={classes.name}>
              <ProductName order={order} />
            </h2>
            <div>
              <StatusChip order={order} />
            </div>
            <dl className={classes.facts}>
              <dt>{t('list.columns.order_date')}</dt>
              <dd>
                <DateText order={order} />
              </dd>
              <dt>{t('list.columns.amount')}</dt>
              <dd>
                <AmountText order={order} />
              </dd>
              <dt>{t('list.columns.price')}</dt>
              <dd>
                <PriceText order={order} />
              </dd>
            </dl>
            <OrderActions order={order} onCancelled={onCancelled} />
          </li>
        ))}
      </ul>
    </>
  )
}
