import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { AdminLetterbox } from '../../contract.admin.ts'
import { useAdminLetterbox, useModerateLetterbox, wasChangedMeanwhile } from './data/letterboxes.ts'
import { HideLetterbox } from './hide-letterbox.tsx'
import {
  LetterboxFacts,
  LetterboxHistory,
  LetterboxReports,
  LetterboxStickers,
} from './letterbox-details.tsx'
import { AdminLetterboxForm, type Pickers } from './letterbox-form.tsx'
import { LetterboxRole } from './letterbox-role.tsx'
import classes from './letterboxes.module.css'
import { StateChips } from './state-chips.tsx'

interface ScreenProps extends Pickers {
  id: string
  /** Whether the viewer may give the letterbox another role. */
  /** Shows the letterbox on a small map; a component of the map feature. */
  map: (letterboxes: AdminLetterbox[]) => ReactNode
}

/** One letterbox with all its data, and every action the staff can take on it. */
export function AdminLetterboxScreen(props: ScreenProps) {
  const { t } = useTranslation('admin-letterboxes')
  const { data, error, refetch } = useAdminLetterbox(props.id)
  if (data) return <Loaded {...props} letterbox={data} />
  return (
    <AdminPage title={t('title')}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList rows={6} />
      )}
    </AdminPage>
  )
}

function Loaded({ letterbox, map, ...pickers }: ScreenProps & { letterbox: AdminLetterbox }) {
  const { t } = useTranslation('admin-letterboxes')
  const may = useMay()
  const [open, setOpen] = useState<'edit' | 'hide' | 'show' | null>(null)
  const close = () => setOpen(null)
  const { id, version, hidden, latitude, location_verified } = letterbox
  const change = useModerateLetterbox(id)
  const act = (name: 'show' | 'verify' | 'unverify') =>
    change.mutate(
      { act: name, body: { id, version } },
      {
        onSuccess: () => showToast({ message: t(`done.${name}`) }),
        onSettled: close,
      },
    )
  return (
    <AdminPage
      up={{ to: adminPaths.screen('letterboxes'), text: t('back') }}
      title={`${letterbox.address}, ${letterbox.city}`}
      actions={
        <>
          {may('POST /admin/letterboxes/update') ? (
            <AppButton onClick={() => setOpen('edit')}>{t('edit.open')}</AppButton>
          ) : null}
          {latitude === null || !may('POST /admin/letterboxes/verify') ? null : (
            <AppButton
              tone="secondary"
              loading={change.isPending}
              onClick={() => act(location_verified ? 'unverify' : 'verify')}
            >
              {t(location_verified ? 'unverify' : 'verify')}
            </AppButton>
          )}
          <AppButton tone="secondary" onClick={() => setOpen(hidden ? 'show' : 'hide')}>
            {t(hidden ? 'show.open' : 'hide.open')}
          </AppButton>
        </>
      }
    >
      <div className={classes.body}>
        <StateChips letterbox={letterbox} />
        {change.isError ? <Failure error={change.error} letterbox={letterbox} /> : null}
        {hidden ? (
          <Notice title={t('hiddenSince', { date: dateInWords(hidden.at) })}>
            <p className={classes.typed}>{hidden.reason}</p>
          </Notice>
        ) : null}
        <LetterboxFacts letterbox={letterbox} />
        {latitude === null ? null : map([letterbox])}
        <p>
          <Link to={paths.letterbox(id)}>{t('publicPage')}</Link>
        </p>
        <section aria-labelledby="stickers">
          <h2 id="stickers">{t('columns.stickers')}</h2>
          <LetterboxStickers letterbox={letterbox} />
        </section>
        <section aria-labelledby="reports">
          <h2 id="reports">{t('reports')}</h2>
          <LetterboxReports letterbox={letterbox} />
        </section>
        {may('POST /admin/letterboxes/role') ? (
          <section aria-labelledby="role">
            <h2 id="role">{t('role.title')}</h2>
            <LetterboxRole key={version} letterbox={letterbox} />
          </section>
        ) : null}
        <section aria-labelledby="history">
          <h2 id="history">{t('history')}</h2>
          <LetterboxHistory letterbox={letterbox} />
        </section>
      </div>
      <Dialog opened={open === 'edit'} onClose={close} title={t('edit.title')} size="xl">
        <AdminLetterboxForm letterbox={letterbox} onClose={close} {...pickers} />
      </Dialog>
      <HideLetterbox letterbox={letterbox} opened={open === 'hide'} onClose={close} />
      <ConfirmDialog
        opened={open === 'show'}
        title={t('show.title')}
        confirmLabel={t('show.open')}
        loading={change.isPending}
        onConfirm={() => act('show')}
        onClose={close}
      >
        {t('show.body')}
      </ConfirmDialog>
    </AdminPage>
  )
}

/**
 * Explains why a change failed; after a conflict, names the other moderator and says that their version is shown now.
 */
function Failure({ error, letterbox }: { error: unknown; letterbox: AdminLetterbox }) {
  const { t } = useTranslation(['admin-letterboxes', 'admin-audit'])
  const { ofError } = useErrorText()
  const [last] = letterbox.history
  if (!wasChangedMeanwhile(error)) return <Notice kind="error">{ofError(error)}</Notice>
  return (
    <Notice kind="error" title={t('changed.title')}>
      {t('changed.body')}{' '}
      {last
        ? t('changed.last', {
            name: last.by?.name ?? t('admin-audit:goneActor'),
            verb: t(`admin-audit:verbs.${last.verb}`),
          })
        : null}
    </Notice>
  )
}
