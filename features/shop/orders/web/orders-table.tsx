import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import type { Order } from '../contract.order.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderCards } from './order-cards.tsx'
import { AmountText, DateText, PriceText, StatusChip } from './order-cells.tsx'
import { ProductName } from './order-table.tsx'
import { OrdersPager } from './orders-pager.tsx'
import {
  COLUMNS,
  type Column,
  DEFAULT_PAGE_SIZE,
  NEWEST_FIRST,
  pageOf,
  type Sorting,
  sortedOrders,
} from './orders-sorting.ts'
import classes from './orders-table.module.css'

/** The user's orders, sortable and in pages; shown as cards on phones. */
export function OrdersTable({ orders }: { orders: Order[] }) {
  const { t } = useTranslation('orders')
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  })
  const [sorting, setSorting] = useState(NEWEST_FIRST)
  const [size, setSize] = useState<number>(DEFAULT_PAGE_SIZE)
  const [wanted, setWanted] = useState(1)
  const start = useRef<HTMLElement>(null)
  const {
    page,
    pages,
    orders: shown,
  } = pageOf(sortedOrders(orders, sorting, currentLanguage()), wanted, size)
  const onSort = (next: Sorting) => {
    setSorting(next)
    setWanted(1)
  }
  // The focused row has been removed.
  const onCancelled = () => start.current?.focus()
  const list = { orders: shown, sorting, onSort, onCancelled }
  return (
    <section ref={start} tabIndex={-1} aria-label={t('title')} className={classes.section}>
      {phone ? <OrderCards {...list} /> : <Table {...list} />}
      {orders.length > DEFAULT_PAGE_SIZE ? (
        <OrdersPager
          page={page}
          pages={pages}
          size={size}
          onPage={setWanted}
          onSize={(next) => {
            setSize(next)
            setWanted(1)
          }}
        />
      ) : null}
    </section>
  )
}

export interface OrderListProps {
  orders: Order[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  onCancelled: () => void
}

function Table({ orders, sorting, onSort, onCancelled }: OrderListProps) {
  const { t } = useTranslation('orders')
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t('title')}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <SortHeader key={column} column={column} sorting={sorting} onSort={onSort} />
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('list.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <DateText order={order} />
            </td>
            <th scope="row">
              <ProductName order={order} />
            </th>
            <td>
              <AmountText order={order} />
            </td>
            <td>
              <PriceText order={order} />
            </td>
            <td>
              <StatusChip order={order} />
            </td>
            <td>
              <OrderActions order={order} onCancelled={onCancelled} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SortHeaderProps extends Pick<OrderListProps, 'sorting' | 'onSort'> {
  column: Column
}

function SortHeader({ column, sorting, onSort }: SortHeaderProps) {
  const { t } = useTranslation('orders')
  const isSorted = sorting.column === column
  const direction = sorting.descending ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort({ column, descending: isSorted && !sorting.descending })}
      >
        {t(`list.columns.${column}`)}
        <span className={classes.arrow} data-direction={isSorted ? direction : undefined}>
          <Icon name="chevronDown" size={20} />
        </span>
      </button>
    </th>
  )
}
