import { useState } from 'react'
import { Link } from 'react-router'
import { PRODUCT_ID } from '#features/products/pricing.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { asOneOf } from '#platform/shared/input/as-one-of.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { type Column, DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { ListFilters, StatusFilter } from '#platform/web/ui/back-office/list-filters.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { Chip } from '#platform/web/ui/chip.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { SelectField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { type AdminOrderRow, BULK_MAX, ORDER_SORTS, type OrderSort } from '../../contract.admin.ts'
import { ORDER_STATUSES } from '../../order-steps.ts'
import { formatRefno } from '../../refno.ts'
import { useExportOrders, useOrderQueue } from '../data/admin-orders.ts'
import { BulkBar } from './bulk-bar.tsx'
import classes from './order-queue.module.css'
import { OrderStatusChip } from './order-status.tsx'

const PRODUCTS = Object.entries(PRODUCT_ID) as [keyof typeof PRODUCT_ID, number][]
const WAITING_DAYS = [7, 14, 30, 60]

const day = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)
const whole = (text: string) => (/^[1-9]\d{0,2}$/.test(text) ? text : undefined)

/** The list as the address asks for it, and as the calls take it. */
function useQueueFilter() {
  const { query, filter, change } = useListQuery(
    ...(['status', 'product_id', 'from', 'until', 'unpaid_days', 'attention'] as const),
  )
  const asked = {
    search: query.search,
    status: asOneOf(ORDER_STATUSES, filter.status),
    product_id: whole(filter.product_id),
    from: day(filter.from),
    until: day(filter.until),
    unpaid_days: whole(filter.unpaid_days),
    attention: asOneOf(['true'] as const, filter.attention),
  }
  return { query, filter, change, asked }
}

/** The queue: what waits for whom, found, sorted, and done in one go. */
export function OrderQueue() {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const { query, filter, change, asked } = useQueueFilter()
  const answer = useOrderQueue({
    ...asked,
    page: `${query.page}`,
    size: `${query.size}`,
    sort: asOneOf<OrderSort>(ORDER_SORTS, query.sort),
  })
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminOrderRow>>(new Map())
  /** How many somebody wanted to choose: more than can be done in one go are cut. */
  const [wanted, setWanted] = useState(0)
  const exported = useExportOrders()
  const { counts } = answer.data ?? {}
  const all = counts && Object.values(counts).reduce((sum, each) => sum + each, 0)

  const select = (ids: string[]) => {
    const rows = new Map(answer.data?.rows.map((row) => [row.id, row]))
    const next = new Map<string, AdminOrderRow>()
    for (const id of ids.slice(0, BULK_MAX)) {
      const row = rows.get(id) ?? chosen.get(id)
      if (row) next.set(id, row)
    }
    setWanted(ids.length)
    setChosen(next)
  }
  const save = () =>
    exported.mutate(asked, {
      onSuccess: (file) => saveFile(file.name, file),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
    })

  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <AppButton
            component={Link}
            tone="secondary"
            to={adminPaths.screen('orders', 'matching')}
            leftSection={<AdminIcon name="upload" />}
          >
            {t('matching.title')}
          </AppButton>
          <AppButton
            component={Link}
            tone="secondary"
            to={adminPaths.screen('orders', 'ideas')}
            leftSection={<AdminIcon name="sticker" />}
          >
            {t('ideas.title')}
          </AppButton>
          <AppButton
            tone="secondary"
            loading={exported.isPending}
            leftSection={<Icon name="download" />}
            onClick={save}
          >
            {t('export')}
          </AppButton>
        </>
      }
    >
      <ListFilters
        label={t('search')}
        search={query.search}
        onSearch={(search) => change({ search })}
      >
        <StatusFilter
          label={t('columns.status')}
          value={filter.status}
          onChange={(status) => change({ status })}
          options={[
            { value: '', label: t('all'), count: all },
            ...ORDER_STATUSES.map((value) => ({
              value,
              label: t(`status.${value}`),
              count: counts?.[value],
            })),
          ]}
        />
        <SelectField
          label={t('product')}
          value={filter.product_id}
          onChange={(event) => change({ product_id: event.currentTarget.value })}
          data={[
            { value: '', label: t('all') },
            ...PRODUCTS.map(([name, id]) => ({ value: `${id}`, label: t(`products.${name}`) })),
          ]}
        />
        <SelectField
          label={t('waiting')}
          value={filter.unpaid_days}
          onChange={(event) => change({ unpaid_days: event.currentTarget.value })}
          data={[
            { value: '', label: t('all') },
            ...WAITING_DAYS.map((count) => ({
              value: `${count}`,
              label: t('waitingDays', { count }),
            })),
          ]}
        />
        <SelectField
          label={t('money')}
          value={filter.attention}
          onChange={(event) => change({ attention: event.currentTarget.value })}
          data={[
            { value: '', label: t('all') },
            { value: 'true', label: t('attention') },
          ]}
        />
        <TextField
          type="date"
          label={t('from')}
          value={filter.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextField
          type="date"
          label={t('until')}
          value={filter.until}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </ListFilters>
      {chosen.size > 0 ? (
        <BulkBar
          orders={[...chosen.values()]}
          wanted={wanted}
          onDone={() => setChosen(new Map())}
          onClear={() => setChosen(new Map())}
        />
      ) : null}
      <DataTable
        label={t('title')}
        columns={useColumns()}
        answer={answer}
        query={{ ...query, sort: query.sort || '-order_date' }}
        onQuery={change}
        selection={{
          ids: [...chosen.keys()],
          onChange: select,
          nameOf: ({ refno }) => formatRefno(refno),
        }}
        empty={<EmptyState title={t('empty.title')} body={t('empty.body')} />}
      />
    </AdminPage>
  )
}

function useColumns(): Column<AdminOrderRow>[] {
  const { t } = useTranslation('admin-orders')
  const nameOf = ({ firstname, lastname }: AdminOrderRow) =>
    `${firstname ?? ''} ${lastname ?? ''}`.trim() || t('gone')
  const thingOf = ({ amount, product }: AdminOrderRow) =>
    product.id === PRODUCT_ID.membership
      ? t('products.membership')
      : `${amount} × ${t(product.id === PRODUCT_ID.reseller ? 'products.reseller' : 'products.stickerPack')}`
  const moneyOf = (row: AdminOrderRow) => formatMoney(row.payment_amount, row.payment_currency)
  return [
    {
      key: 'name',
      title: t('columns.order'),
      sortable: true,
      render: (row) => (
        <div className={classes.first}>
          <Link to={adminPaths.screen('orders', row.id)}>{formatRefno(row.refno)}</Link>
          <span>{nameOf(row)}</span>
          <span className={classes.phoneOnly}>
            {thingOf(row)}, {moneyOf(row)}
          </span>
          <span className={classes.phoneOnly}>{timeInWords(row.order_date)}</span>
          <span className={classes.phoneChip}>
            <OrderStatusChip status={row.order_status.name} />
          </span>
          {row.attention ? (
            <span>
              <Chip tone="yellow" icon="warning">
                {t('attention')}
              </Chip>
            </span>
          ) : null}
        </div>
      ),
    },
    {
      key: 'status',
      title: t('columns.status'),
      wide: true,
      render: (row) => <OrderStatusChip status={row.order_status.name} />,
    },
    { key: 'product', title: t('columns.product'), wide: true, render: thingOf },
    {
      key: 'payment_amount',
      title: t('columns.amount'),
      wide: true,
      right: true,
      sortable: true,
      render: moneyOf,
    },
    {
      key: 'order_date',
      title: t('columns.date'),
      wide: true,
      sortable: true,
      render: ({ order_date }) => <time dateTime={order_date}>{timeInWords(order_date)}</time>,
    },
  ]
}
