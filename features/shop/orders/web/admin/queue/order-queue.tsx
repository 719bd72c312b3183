import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { Chip } from '#platform/web/ui/chip.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { PhoneFold } from '#platform/web/ui/phone-fold.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { type AdminOrderRow, BULK_MAX, ORDER_SORTS } from '../../../contract.admin.ts'
import { SHOWN_STATUSES } from '../../../order-steps.ts'
import { formatRefno } from '../../../refno.ts'
import { useExportOrders, useHandOutStickers, useOrderQueue } from '../data/orders.ts'
import { BulkBar } from './bulk-bar.tsx'
import classes from './order-queue.module.css'
import { OrderStatusChip } from './order-status.tsx'

const PRODUCTS = Object.entries(PRODUCT_ID) as [keyof typeof PRODUCT_ID, number][]
const WAITING_DAYS = [7, 14, 30, 60]

const isWholeNumber = (text: string) => /^[1-9]\d{0,2}$/.test(text)

/** Filters and sorting of the queue, for its query. */
function useQueue() {
  const { t } = useTranslation('admin-orders')
  return useAdminList({
    sorts: ORDER_SORTS,
    usualSort: '-order_date',
    filters: {
      status: {
        kind: 'states',
        label: t('columns.status'),
        all: t('all'),
        choices: SHOWN_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      product_id: {
        kind: 'choice',
        label: t('product'),
        all: t('all'),
        choices: PRODUCTS.map(([name, id]) => ({ value: `${id}`, label: t(`products.${name}`) })),
        accepts: isWholeNumber,
      },
      unpaid_days: {
        kind: 'choice',
        label: t('waiting'),
        all: t('all'),
        choices: WAITING_DAYS.map((count) => ({
          value: `${count}`,
          label: t('waitingDays', { count }),
        })),
        accepts: isWholeNumber,
      },
      attention: {
        kind: 'choice',
        label: t('money'),
        all: t('all'),
        choices: [{ value: 'true', label: t('attention') }],
      },
      to_ship: {
        kind: 'choice',
        label: t('parcel'),
        all: t('all'),
        choices: [{ value: 'true', label: t('toShip') }],
      },
      from: { kind: 'day', label: t('from') },
      until: { kind: 'day', label: t('until') },
      user_id: { kind: 'link' },
    },
  })
}

/** The order queue, with search, filters, sorting and bulk actions. */
export function OrderQueue() {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const may = useMay()
  const list = useQueue()
  const answer = useOrderQueue(list.asked)
  const [chosenIds, setChosen] = useState<ReadonlyMap<string, AdminOrderRow>>(new Map())
  /** How many orders were selected; those above the limit of one call are cut off. */
  const [wantedCount, setWanted] = useState(0)
  const exported = useExportOrders()
  const handOut = useHandOutStickers()

  const select = (ids: string[]) => {
    const rows = new Map(answer.data?.rows.map((row) => [row.id, row]))
    const next = new Map<string, AdminOrderRow>()
    for (const id of ids.slice(0, BULK_MAX)) {
      const row = rows.get(id) ?? chosenIds.get(id)
      if (row) next.set(id, row)
    }
    setWanted(ids.length)
    setChosen(next)
  }
  const save = () =>
    exported.mutate(
      { ...list.narrowed, lang: currentLanguage() },
      {
        onSuccess: (file) => saveFile(file.name, file),
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      },
    )

  const printStickers = () =>
    handOut.mutate(currentLanguage(), {
      onSuccess: (file) => saveFile(file.name, file),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
    })

  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <PhoneFold label={t('more')}>
          {may('GET /admin/bankStatements/unmatched') ? (
            <AppButton
              component={Link}
              tone="secondary"
              to={adminPaths.screen('orders', 'matching')}
              leftSection={<AdminIcon name="upload" />}
            >
              {t('matching.title')}
            </AppButton>
          ) : null}
          {may('GET /admin/orders/cashBook') ? (
            <AppButton
              component={Link}
              tone="secondary"
              to={adminPaths.screen('orders', 'cash-book')}
              leftSection={<Icon name="receipt" />}
            >
              {t('cashBook.title')}
            </AppButton>
          ) : null}
          {may('GET /admin/orders/ideas') ? (
            <AppButton
              component={Link}
              tone="secondary"
              to={adminPaths.screen('orders', 'ideas')}
              leftSection={<AdminIcon name="sticker" />}
            >
              {t('ideas.title')}
            </AppButton>
          ) : null}
          {may('POST /admin/orders/handOutStickers') ? (
            <AppButton
              tone="secondary"
              loading={handOut.isPending}
              leftSection={<AdminIcon name="print" />}
              onClick={printStickers}
            >
              {t('handOut')}
            </AppButton>
          ) : null}
          {may('GET /admin/orders/export') ? (
            <AppButton
              tone="secondary"
              loading={exported.isPending}
              leftSection={<Icon name="download" />}
              onClick={save}
            >
              {t('export')}
            </AppButton>
          ) : null}
        </PhoneFold>
      }
    >
      <AdminList
        label={t('title')}
        list={list}
        answer={answer}
        search={t('search')}
        beside={
          list.asked.user_id ? (
            <AppButton tone="secondary" onClick={() => list.change({ user_id: '' })}>
              {t('everybody')}
            </AppButton>
          ) : null
        }
        rows={useColumns()}
        selection={
          may('POST /admin/orders/bulk')
            ? { ids: [...chosenIds.keys()], onChange: select, nameOf: numberOf }
            : undefined
        }
        empty={{ title: t('empty.title'), body: t('empty.body') }}
      >
        {chosenIds.size > 0 ? (
          <BulkBar
            orders={[...chosenIds.values()]}
            wanted={wantedCount}
            onDone={() => setChosen(new Map())}
            onClear={() => setChosen(new Map())}
          />
        ) : null}
      </AdminList>
    </AdminPage>
  )
}

const numberOf = ({ refno }: AdminOrderRow) => formatRefno(refno)

function useColumns(): Column<AdminOrderRow>[] {
  const { t } = useTranslation('admin-orders')
  return useMemo(() => columnsIn(t), [t])
}

function columnsIn(
  t: ReturnType<typeof useTranslation<'admin-orders'>>['t'],
): Column<AdminOrderRow>[] {
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
      verbatim: true,
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
            <OrderStatusChip order={row} />
          </span>
          {row.order_status.name === 'paid' && row.to_pay > 0 ? (
            <span>
              <Chip tone="sky">
                {t('owing.chip', { amount: formatMoney(row.to_pay, row.payment_currency) })}
              </Chip>
            </span>
          ) : null}
          {row.is_disputed ? (
            <span>
              <Chip tone="yellow" icon="warning">
                {t('disputed')}
              </Chip>
            </span>
          ) : null}
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
      render: (row) => <OrderStatusChip order={row} />,
    },
    { key: 'product', title: t('columns.product'), wide: true, render: thingOf },
    {
      key: 'payment_amount',
      verbatim: true,
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
