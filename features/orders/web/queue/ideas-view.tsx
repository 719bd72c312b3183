import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
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

/** Ideas for new stickers, which people sent along with orders. */
export function IdeasView() {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const list = useAdminList({
    filters: {
      state: {
        kind: 'states',
        label: t('columns.status'),
        all: t('all'),
        choices: IDEA_STATES.map((value) => ({ value, label: t(`ideas.state.${value}`) })),
      },
    },
  })
  const exported = useExportIdeas()
  const mark = useMarkIdea()
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
            exported.mutate(list.narrowed, {
              onSuccess: (file) => saveFile(file.name, file),
              onError: fail,
            })
          }
        >
          {t('export')}
        </AppButton>
      }
    >
      <AdminList
        label={t('ideas.title')}
        list={list}
        answer={useOrderIdeas(list.asked)}
        search={t('ideas.search')}
        rows={columns}
        empty={{ title: t('ideas.empty.title'), body: t('ideas.empty.body') }}
      />
    </SubView>
  )
}
