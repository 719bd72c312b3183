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
import { IDEA_STATES, type IdeaState, type OrderIdea } from '../../../ideas/contract.admin.ts'
import { formatRefno } from '../../../refno.ts'
import { useExportIdeas, useMarkIdea, useOrderIdeas } from '../data/order-ideas.ts'
import classes from './order-queue.module.css'
import { SubView } from './sub-view.tsx'

type MoveIdea = (idea: OrderIdea, to: IdeaState) => void

/** Moves an idea to another state and offers to undo it. */
function useMoveIdea(): { move: MoveIdea; isMoving: boolean } {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const mark = useMarkIdea()
  const fail = (error: unknown) => showToast({ kind: 'error', message: ofError(error) })

  const move: MoveIdea = ({ id, state: from }, to) =>
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
  return { move, isMoving: mark.isPending }
}

interface MoveButtonsProps {
  idea: OrderIdea
  busy: boolean
  onMove: MoveIdea
}

/** The states that an idea can be moved to. */
function MoveButtons({ idea, busy, onMove }: MoveButtonsProps) {
  const { t } = useTranslation('admin-orders')
  return (
    <span className={classes.rowActs}>
      {idea.state === 'new' ? (
        <AppButton tone="quiet" disabled={busy} onClick={() => onMove(idea, 'seen')}>
          {t('ideas.see')}
        </AppButton>
      ) : null}
      {idea.state === 'settled' ? (
        <AppButton tone="quiet" disabled={busy} onClick={() => onMove(idea, 'seen')}>
          {t('reopen')}
        </AppButton>
      ) : (
        <AppButton tone="quiet" disabled={busy} onClick={() => onMove(idea, 'settled')}>
          {t('settle')}
        </AppButton>
      )}
    </span>
  )
}

/** Sticker ideas that customers sent with their orders. */
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
  const { move, isMoving } = useMoveIdea()
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
          <MoveButtons idea={row} busy={isMoving} onMove={move} />
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
              onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
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
