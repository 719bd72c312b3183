import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { type Column, DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { ListFilters, StatusFilter } from '#platform/web/ui/back-office/list-filters.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { showUndoToast } from '#platform/web/ui/feedback/undo-toast.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { IDEA_STATES, type IdeaState, type OrderIdea } from '../../contract.ideas.ts'
import { formatRefno } from '../../refno.ts'
import { useExportIdeas, useMarkIdea, useOrderIdeas } from '../data/admin-order-ideas.ts'
import classes from './order-queue.module.css'
import { SubView } from './sub-view.tsx'

/** Ideas for new stickers, as they came with orders. */
export function IdeasView() {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const { query, filter, change } = useListQuery('state')
  const state = IDEA_STATES.find((value) => value === filter.state)
  const asked = { search: query.search, state }
  const answer = useOrderIdeas({ ...asked, page: `${query.page}`, size: `${query.size}` })
  const exported = useExportIdeas()
  const mark = useMarkIdea()
  const { counts } = answer.data ?? {}
  const fail = (error: unknown) => showToast({ kind: 'error', message: ofError(error) })

  const move = ({ id, state: from }: OrderIdea, to: IdeaState) =>
    mark.mutate(
      { id, from, to },
      {
        onSuccess: () =>
          showUndoToast({
            id: `idea ${id}`,
            message: t(`ideas.moved.${to}`),
            label: t('undo'),
            undo: () => mark.mutate({ id, from: to, to: from }, { onError: fail }),
          }),
        onError: fail,
      },
    )
  const columns: Column<OrderIdea>[] = [
    {
      key: 'idea',
      title: t('idea'),
      render: (row) => (
        <div className={classes.first}>
          <span className={classes.idea}>{row.idea}</span>
          <span className={classes.hint}>
            {row.name || t('gone')},{' '}
            <Link to={adminPaths.screen('orders', row.id)}>{formatRefno(row.refno)}</Link>,{' '}
            {timeInWords(row.order_date)}
          </span>
        </div>
      ),
    },
    {
      key: 'state',
      title: t('columns.status'),
      render: (row) => (
        <div className={classes.first}>
          {t(`ideas.state.${row.state}`)}
          <span className={classes.rowActs}>
            {row.state === 'new' ? (
              <AppButton tone="quiet" disabled={mark.isPending} onClick={() => move(row, 'seen')}>
                {t('ideas.see')}
              </AppButton>
            ) : null}
            {row.state === 'settled' ? (
              <AppButton tone="quiet" disabled={mark.isPending} onClick={() => move(row, 'seen')}>
                {t('reopen')}
              </AppButton>
            ) : (
              <AppButton
                tone="quiet"
                disabled={mark.isPending}
                onClick={() => move(row, 'settled')}
              >
                {t('settle')}
              </AppButton>
            )}
          </span>
        </div>
      ),
    },
  ]
  return (
    <SubView
      title={t('ideas.title')}
      lead={t('ideas.lead')}
      actions={
        <AppButton
          tone="secondary"
          loading={exported.isPending}
          leftSection={<Icon name="download" />}
          onClick={() =>
            exported.mutate(asked, {
              onSuccess: (file) => saveFile(file.name, file),
              onError: fail,
            })
          }
        >
          {t('export')}
        </AppButton>
      }
    >
      <ListFilters
        label={t('ideas.search')}
        search={query.search}
        onSearch={(search) => change({ search })}
      >
        <StatusFilter
          label={t('columns.status')}
          value={filter.state}
          onChange={(value) => change({ state: value })}
          options={[
            {
              value: '',
              label: t('all'),
              count: counts && counts.new + counts.seen + counts.settled,
            },
            ...IDEA_STATES.map((value) => ({
              value,
              label: t(`ideas.state.${value}`),
              count: counts?.[value],
            })),
          ]}
        />
      </ListFilters>
      <DataTable
        label={t('ideas.title')}
        columns={columns}
        answer={answer}
        query={query}
        onQuery={change}
        empty={<EmptyState title={t('ideas.empty.title')} body={t('ideas.empty.body')} />}
      />
    </SubView>
  )
}
