import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { type Column, DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { ListFilters, StatusFilter } from '#platform/web/ui/back-office/list-filters.tsx'
import type { ListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import type { InboxCounts, InboxRow } from '../contract.ts'
import { INBOX_STATES } from '../contract.ts'
import classes from './inboxes.module.css'

interface InboxListProps<Row extends InboxRow> {
  title: string
  /** What is searched. */
  label: string
  answer: {
    data: { rows: Row[]; total: number; counts: InboxCounts } | undefined
    error: unknown
    isFetching: boolean
    refetch: () => unknown
  }
  query: ListQuery
  state: string
  onChange: (changed: Partial<ListQuery> | Record<string, string>) => void
  /** What a row is about, and its page. */
  about: (row: Row) => { title: string; text: string; to: string }
  /** Beside the search. */
  children?: ReactNode
}

/** What waits for the staff, what one has taken oneself, and what is done. */
export function InboxList<Row extends InboxRow>(props: InboxListProps<Row>) {
  const { t } = useTranslation('admin-inboxes')
  const { answer, query, state, onChange, about } = props
  const day = new Intl.DateTimeFormat(`${currentLanguage()}-CH`, { dateStyle: 'medium' })
  const statusOf = ({ status, assignee, outcome }: Row) =>
    status === 'settled'
      ? t(`outcomes.${outcome ?? 'done'}`)
      : assignee
        ? t('takenBy', { name: assignee.name })
        : t('statuses.open')
  const columns: Column<Row>[] = [
    {
      key: 'about',
      title: t('columns.about'),
      render: (row) => {
        const { title, text, to } = about(row)
        return (
          <div className={classes.about}>
            <Link to={to}>{title}</Link>
            <span>{text}</span>
            <span className={classes.phoneOnly}>
              {statusOf(row)}, {day.format(new Date(row.created_at))}
            </span>
          </div>
        )
      },
    },
    { key: 'status', title: t('columns.status'), wide: true, render: statusOf },
    {
      key: 'answered',
      title: t('columns.answered'),
      wide: true,
      render: ({ answered }) => (answered > 0 ? t('answered', { count: answered }) : '–'),
    },
    {
      key: 'at',
      title: t('columns.at'),
      wide: true,
      render: ({ created_at }) => (
        <time dateTime={created_at}>{day.format(new Date(created_at))}</time>
      ),
    },
  ]
  return (
    <>
      <div className={classes.states}>
        <StatusFilter
          label={t('columns.status')}
          value={state}
          options={INBOX_STATES.map((value) => ({
            value,
            label: t(`states.${value}`),
            count: answer.data?.counts[value],
          }))}
          onChange={(value) => onChange({ state: value === 'open' ? '' : value })}
        />
      </div>
      <ListFilters
        label={props.label}
        search={query.search}
        onSearch={(search) => onChange({ search })}
      >
        {props.children}
      </ListFilters>
      <DataTable
        label={props.title}
        columns={columns}
        answer={answer}
        query={query}
        onQuery={onChange}
        empty={<EmptyState title={t('empty.title')} body={t('empty.body')} />}
      />
    </>
  )
}
