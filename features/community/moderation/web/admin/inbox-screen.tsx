import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminList, type ListAnswer } from '#platform/web/ui/back-office/admin-list.tsx'
import { AdminPage, type Fact, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import type { AdminListState } from '#platform/web/ui/back-office/use-admin-list.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { InboxDetail, InboxRow, InboxState } from '../../contract.admin.ts'
import type { InboxKind } from './data/inboxes.ts'
import { InboxHandling } from './inbox-handling.tsx'
import classes from './inboxes.module.css'

export type TranslateInbox = ReturnType<typeof useTranslation<'admin-inboxes'>>['t']

/** The parts specific to one kind of inbox. */
export interface Inbox<Row extends InboxRow, Entry extends InboxDetail> {
  /** Selects its texts and its URL. */
  kind: InboxKind
  /** State of the list, with `statesOfInbox` among its filters, and the loaded page. */
  useRows: () => {
    list: AdminListState
    answer: ListAnswer<Row>
    /** Shown next to the filters. */
    beside?: ReactNode
  }
  /** What an entry is about, for the line below its link. */
  aboutRow: (row: Row, t: TranslateInbox) => { title: string; text: string }
  /** One entry with all its details. */
  useEntry: (id: string) => {
    data: Entry | undefined
    error: unknown
    refetch: () => unknown
  }
  /** The author's text, and facts about it. */
  aboutEntry: (
    entry: Entry,
    t: TranslateInbox,
  ) => { title: string; facts: readonly Fact[]; quote: string }
  /** The person whom settling an open entry notifies, if anyone. */
  settlingTells?: (entry: Entry, t: TranslateInbox) => string | null
}

/** State filter of every inbox. */
export const statesOfInbox = <State extends InboxState>(
  t: TranslateInbox,
  states: readonly State[],
) =>
  ({
    kind: 'states',
    place: 'above',
    label: t('columns.status'),
    usual: 'open',
    choices: states.map((value) => ({ value, label: t(`states.${value}`) })),
  }) as const

interface InboxScreenProps<Row extends InboxRow, Entry extends InboxDetail> {
  inbox: Inbox<Row, Entry>
}

/** An inbox of the staff: its list, or the entry in the address. */
export function InboxScreen<Row extends InboxRow, Entry extends InboxDetail>({
  inbox,
}: InboxScreenProps<Row, Entry>) {
  const { id } = useParams()
  return id === undefined ? <Entries inbox={inbox} /> : <Entry key={id} inbox={inbox} id={id} />
}

/** The list of entries: open, own, or settled. */
function Entries<Row extends InboxRow, Entry extends InboxDetail>({
  inbox,
}: InboxScreenProps<Row, Entry>) {
  const { t } = useTranslation('admin-inboxes')
  const { kind, useRows, aboutRow } = inbox
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
    <AdminPage title={t(`${kind}.title`)} lead={t(`${kind}.lead`)}>
      <AdminList
        label={t(`${kind}.title`)}
        list={list}
        answer={answer}
        search={t(`${kind}.search`)}
        beside={beside}
        rows={columns}
        empty={{ title: t('empty.title'), body: t('empty.body') }}
      />
    </AdminPage>
  )
}

function Entry<Row extends InboxRow, Detail extends InboxDetail>({
  inbox,
  id,
}: InboxScreenProps<Row, Detail> & { id: string }) {
  const { t } = useTranslation('admin-inboxes')
  const { kind, useEntry, aboutEntry, settlingTells } = inbox
  const { data: entry, error, refetch } = useEntry(id)
  if (!entry) {
    return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageLoader />
  }
  const { title, facts, quote } = aboutEntry(entry, t)
  return (
    <AdminPage title={title} lead={<Link to={adminPaths.screen(kind)}>{t(`${kind}.back`)}</Link>}>
      <Facts facts={facts} />
      {quote ? <blockquote className={classes.quote}>{quote}</blockquote> : null}
      <InboxHandling kind={kind} detail={entry} tells={settlingTells?.(entry, t) ?? null} />
    </AdminPage>
  )
}
