import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { dayFromNow } from '#platform/web/ui/words/day-from-now.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { type CashBook, cashPeriodSchema } from '../../../cash-book/contract.admin.ts'
import { formatRefno } from '../../../refno.ts'
import { useCashBook, useExportCashBook } from '../data/orders.ts'
import classes from './cash-book-view.module.css'
import { SubView } from './sub-view.tsx'

/** The period `steps` after this one: `2026-01` with -1 is `2025-12`. */
function periodFrom(period: string, steps: number): string {
  const [year = 0, month] = period.split('-').map(Number)
  if (month === undefined) return String(year + steps)
  return new Date(Date.UTC(year, month - 1 + steps)).toISOString().slice(0, 7)
}

/** The month or year in the address; defaults to the current month. */
function usePeriod() {
  const [query, setQuery] = useSearchParams()
  const asked = cashPeriodSchema.safeParse(query.get('month'))
  const thisMonth = dayFromNow(0).slice(0, 7)
  const period = asked.data ?? thisMonth
  const isYear = period.length === 4
  const now = isYear ? thisMonth.slice(0, 4) : thisMonth
  const show = (next: string) =>
    setQuery({ month: next }, { replace: true, preventScrollReset: true })
  const change = () => {
    if (!isYear) return show(period.slice(0, 4))
    return show(period === now ? thisMonth : `${period}-12`)
  }
  return {
    period,
    isYear,
    isNow: period >= now,
    step: (steps: number) => show(periodFrom(period, steps)),
    change,
  }
}

/** The decimal separator of the reader's locale, as their spreadsheet expects it. */
function decimalOfReader(): 'point' | 'comma' {
  const parts = new Intl.NumberFormat(navigator.language).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? 'comma' : 'point'
}

/** All money of a month or a year, for comparing with the statements of bank and providers. */
export function CashBookView() {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const { period, isYear, isNow, step, change } = usePeriod()
  const answer = useCashBook(period)
  const exported = useExportCashBook()
  const language = currentLanguage()
  const monthName = dateFormat({
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const name = isYear ? period : monthName.format(new Date(`${period}-15T12:00:00Z`))
  const save = () =>
    exported.mutate(
      { month: period, lang: language, decimal: decimalOfReader() },
      {
        onSuccess: (file) => saveFile(file.name, file),
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      },
    )
  return (
    <SubView
      title={t('cashBook.title')}
      lead={t('cashBook.lead')}
      actions={
        <AppButton
          tone="secondary"
          loading={exported.isPending}
          leftSection={<Icon name="download" />}
          onClick={save}
        >
          {t('cashBook.save')}
        </AppButton>
      }
    >
      <nav className={classes.months} aria-label={t('cashBook.month')}>
        <AppButton tone="quiet" aria-label={t('cashBook.previous')} onClick={() => step(-1)}>
          <Icon name="chevronLeft" />
        </AppButton>
        <strong aria-live="polite">{name}</strong>
        <AppButton
          tone="quiet"
          aria-label={t('cashBook.next')}
          disabled={isNow}
          onClick={() => step(1)}
        >
          <Icon name="chevronRight" />
        </AppButton>
        <AppButton tone="quiet" onClick={change}>
          {t(isYear ? 'cashBook.oneMonth' : 'cashBook.year')}
        </AppButton>
      </nav>
      {answer.error && !answer.data ? (
        <LoadFailure error={answer.error} onRetry={() => void answer.refetch()} />
      ) : null}
      {answer.data ? <Book {...answer.data} /> : null}
      {!answer.data && !answer.error ? <SkeletonList rows={6} /> : null}
    </SubView>
  )
}

function Book({ ways, kinds, movements }: CashBook) {
  const { t } = useTranslation('admin-orders')
  const productOf = (id: number) =>
    t(
      id === PRODUCT_ID.membership
        ? 'products.membership'
        : id === PRODUCT_ID.reseller
          ? 'products.reseller'
          : 'products.stickerPack',
    )
  return (
    <>
      <p className={classes.lead}>{t('cashBook.hint')}</p>
      {ways.length === 0 ? <p>{t('cashBook.none')}</p> : null}
      {ways.length > 0 ? (
        <Sums
          title={t('cashBook.ways')}
          head={['way', 'opening', 'received', 'givenBack', 'closing']}
          rows={ways.map(({ way, currency, ...sums }) => ({
            name: `${t(`providers.${way}`)}, ${currency}`,
            cells: [sums.opening, sums.received, sums.given_back, sums.closing].map((sum) =>
              formatMoney(sum, currency),
            ),
          }))}
        />
      ) : null}
      {kinds.length > 0 ? (
        <Sums
          title={t('cashBook.kinds')}
          hint={t('cashBook.kindsHint')}
          head={['kind', 'received', 'givenBack', 'donations']}
          rows={kinds.map(({ product_id, currency, received, given_back, donations }) => ({
            name: productOf(product_id),
            cells: [received, given_back, donations].map((sum) => formatMoney(sum, currency)),
          }))}
        />
      ) : null}
      {movements.length > 0 ? (
        <Sums
          title={t('cashBook.movements')}
          head={['order', 'name', 'day', 'way', 'reference', 'amount', 'donation']}
          rows={movements.map((each) => ({
            key: `${each.order_id}${each.at}${each.way}${each.reference}${each.amount}`,
            name: (
              <Link to={adminPaths.screen('orders', each.order_id)}>{formatRefno(each.refno)}</Link>
            ),
            cells: [
              each.name,
              <time key="day" dateTime={each.at}>
                {dateInWords(each.at)}
              </time>,
              t(`providers.${each.way}`),
              <span key="reference" className={classes.reference}>
                {each.reference}
              </span>,
              formatMoney(each.amount, each.currency),
              each.donation === 0 ? '' : formatMoney(each.donation, each.currency),
            ],
          }))}
        />
      ) : null}
    </>
  )
}

interface SumsProps {
  title: string
  hint?: string
  head: readonly Heading[]
  rows: { key?: string; name: ReactNode; cells: ReactNode[] }[]
}

interface SumRow {
  id: string
  cells: ReactNode[]
}

/** One table of the cash book; on phones each line is a card. */
function Sums({ title, hint, head, rows }: SumsProps) {
  const { t } = useTranslation('admin-orders')
  return (
    <div className={classes.sums}>
      <DataTable<SumRow>
        label={title}
        caption={
          <>
            {title}
            {hint ? <span className={classes.hint}> {hint}</span> : null}
          </>
        }
        cards
        columns={head.map((name, at) => ({
          key: name,
          title: t(`cashBook.${name}`),
          right: MONEY.has(name),
          render: (row) => row.cells[at],
        }))}
        rows={rows.map(({ key, name, cells }) => ({
          id: key ?? `${name}`,
          cells: [name, ...cells],
        }))}
      />
    </div>
  )
}

type Heading =
  | 'way'
  | 'order'
  | 'kind'
  | 'day'
  | 'opening'
  | 'received'
  | 'givenBack'
  | 'closing'
  | 'reference'
  | 'amount'
  | 'donation'
  | 'donations'
  | 'name'

const MONEY = new Set<Heading>([
  'opening',
  'received',
  'givenBack',
  'closing',
  'amount',
  'donation',
  'donations',
])
