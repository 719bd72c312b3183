import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminList, type ListAnswer } from '#platform/web/ui/back-office/admin-list.tsx'
import { AdminPage, type Fact, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import type { AdminListState } from '#platform/web/ui/back-office/use-admin-list.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { CaseDetail, CaseRow, CaseState } from '../../contract.admin.ts'
import { CaseHandling } from './case-handling.tsx'
import classes from './cases.module.css'
import type { AnsweredKind } from './data/answered-cases.ts'

export type TranslateCases = ReturnType<typeof useTranslation<'admin-cases'>>['t']

/** The parts specific to one kind of case that is answered by mail. */
export interface Answered<Row extends CaseRow, Entry extends CaseDetail> {
  /** Selects its texts and its URL. */
  kind: AnsweredKind
  /** State of the list, with `statesOfCases` among its filters, and the loaded page. */
  useRows: () => {
    list: AdminListState
    answer: ListAnswer<Row>
    /** Shown next to the filters. */
    beside?: ReactNode
  }
  /** What an entry is about, for the line below its link. */
  aboutRow: (row: Row, t: TranslateCases) => { title: string; text: string }
  /** One entry with all its details. */
  useEntry: (id: string) => {
    data: Entry | undefined
    error: unknown
    refetch: () => unknown
  }
  /** The author's text, and facts about it. */
  aboutEntry: (
    entry: Entry,
    t: TranslateCases,
  ) => { title: string; facts: readonly Fact[]; quote: string }
  /** The person whom settling an open entry notifies, if anyone. */
  settlingTells?: (entry: Entry, t: TranslateCases) => string | null
}

/** State filter of the lists. */
export const statesOfCases = <State extends CaseState>(
  t: TranslateCases,
  states: readonly State[],
) =>
  ({
    kind: 'states',
    place: 'above',
    label: t('columns.status'),
    usual: 'open',
    choices: states.map((value) => ({ value, label: t(`states.${value}`) })),
  }) as const

interface AnsweredCasesProps<Row extends CaseRow, Entry extends CaseDetail> {
  answered: Answered<Row, Entry>
}

/** The list of a kind: open, own, or settled. */
export function AnsweredCases<Row extends CaseRow, Entry extends CaseDetail>({
  answered,
}: AnsweredCasesProps<Row, Entry>) {
  const { t } = useTranslation('admin-cases')
  const { t: admin } = useTranslation('admin')
  const { kind, useRows, aboutRow } = answered
  const { list, answer, beside } = useRows()
  const day = dateFormat({ dateStyle: 'medium' })
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
        const { title, text } = aboutRow(row, t)
        return (
          <div className={classes.about}>
            <Link to={adminPaths.screen(kind, row.id)}>{title}</Link>
            <span>{text}</span>
            {row.excerpt ? <span className={classes.excerpt}>{row.excerpt}</span> : null}
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
    <AdminList
      label={admin(`screens.${kind}`)}
      list={list}
      answer={answer}
      search={t(`${kind}.search`)}
      beside={beside}
      rows={columns}
      empty={{ title: t('empty.title'), body: t('empty.body') }}
    />
  )
}

/** One case, with what the staff can do about it. */
export function AnsweredCase<Row extends CaseRow, Detail extends CaseDetail>({
  answered,
  id,
}: AnsweredCasesProps<Row, Detail> & { id: string }) {
  const { t } = useTranslation('admin-cases')
  const { kind, useEntry, aboutEntry, settlingTells } = answered
  const { data: entry, error, refetch } = useEntry(id)
  if (!entry) {
    return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageLoader />
  }
  const { title, facts, quote } = aboutEntry(entry, t)
  return (
    <AdminPage up={{ to: adminPaths.screen(kind), text: t(`${kind}.back`) }} title={title}>
      <Facts facts={facts} />
      {quote ? <blockquote className={classes.quote}>{quote}</blockquote> : null}
      <CaseHandling kind={kind} detail={entry} tells={settlingTells?.(entry, t) ?? null} />
    </AdminPage>
  )
}
