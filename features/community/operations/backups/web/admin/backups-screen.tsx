import { useState } from 'react'
import { numberFormatIn } from '#platform/shared/formats.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxReadyArtwork } from '#platform/web/ui/artwork/letterbox-ready.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { daysAgo } from '#platform/web/ui/words/days-ago.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Backup, Backups } from '../../contract.admin.ts'
import classes from './backups.module.css'
import { useBackupLink, useBackups, useMakeBackup, useRemoveBackup } from './data/backups.ts'

/** `3.4 MB`, in the language of the app. */
function sizeInWords(bytes: number): string {
  const [unit, divisor] =
    bytes < 1e6
      ? (['kilobyte', 1e3] as const)
      : bytes < 1e9
        ? (['megabyte', 1e6] as const)
        : (['gigabyte', 1e9] as const)
  return numberFormatIn(currentLanguage(), {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(bytes / divisor)
}

/** The browser saves it directly to disk, and the page stays open. */
function download(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Backups: make, download and delete them, and instructions for restoring one. */
export function BackupsScreen() {
  const { t } = useTranslation('admin-backups')
  const { ofError } = useErrorText()
  const { data, error, refetch } = useBackups()
  const make = useMakeBackup()
  const isMaking = make.isPending || (data?.under_way ?? false)
  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <AppButton
          loading={isMaking}
          disabled={!data}
          leftSection={<AdminIcon name="archive" />}
          onClick={() => make.mutate()}
        >
          {t('make')}
        </AppButton>
      }
    >
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <SkeletonList rows={3} rowHeight={80} />}
      {data ? (
        <div className={classes.content}>
          <div role="status" className={classes.status}>
            {isMaking ? <Notice>{t('underWay')}</Notice> : null}
          </div>
          {make.error ? <Notice kind="error">{ofError(make.error)}</Notice> : null}
          <Problems backups={data} isMaking={isMaking} />
          <Kept backups={data} />
          <Restoring folder={data.folder} command={data.command} newest={data.rows[0]} />
        </div>
      ) : null}
    </AdminPage>
  )
}

function Problems({ backups, isMaking }: { backups: Backups; isMaking: boolean }) {
  const { t } = useTranslation('admin-backups')
  const { folder, readable, failure, overdue, rows } = backups
  if (!readable) {
    return (
      <Notice kind="error" title={t('unreadable.title')}>
        {t('unreadable.body', { folder })}
      </Notice>
    )
  }
  if (failure && !isMaking) {
    return (
      <Notice kind="error" title={t('failed')}>
        {t(`failure.${failure}`, { folder })}
      </Notice>
    )
  }
  const [newest] = rows
  if (!overdue || !newest || isMaking) return null
  const age = daysAgo(newest.at, currentLanguage())
  return <Notice title={t('overdue.title', { age })}>{t('overdue.body')}</Notice>
}

function Kept({ backups: { rows, readable, folder } }: { backups: Backups }) {
  const { t } = useTranslation('admin-backups')
  const [removed, setRemoved] = useState<Backup | null>(null)
  if (!readable) return null
  if (rows.length === 0) {
    return (
      <EmptyState
        artwork={<LetterboxReadyArtwork />}
        title={t('none.title')}
        body={t('none.body', { folder })}
      />
    )
  }
  return (
    <section aria-labelledby="kept">
      <h2 id="kept" className={classes.heading}>
        {t('kept')}
      </h2>
      <ul className={classes.list}>
        {rows.map((backup) => (
          <BackupRow key={backup.name} backup={backup} onRemove={() => setRemoved(backup)} />
        ))}
      </ul>
      <RemoveDialog folder={folder} backup={removed} onClose={() => setRemoved(null)} />
    </section>
  )
}

function BackupRow({ backup, onRemove }: { backup: Backup; onRemove: () => void }) {
  const { t } = useTranslation('admin-backups')
  const { ofError } = useErrorText()
  const link = useBackupLink()
  const { name, at, bytes, readable } = backup
  const when = timeInWords(at)
  return (
    <li className={classes.backup}>
      <div className={classes.about}>
        <p className={classes.when}>{when}</p>
        <p>
          {daysAgo(at, currentLanguage())}, {sizeInWords(bytes)}
        </p>
        <p className={classes.name}>{name}</p>
      </div>
      <div className={classes.actions}>
        {readable ? (
          <AppButton
            tone="secondary"
            aria-label={t('downloadOf', { when })}
            loading={link.isPending}
            onClick={() =>
              link.mutate(name, {
                onSuccess: (url) => {
                  if (url !== null) download(url, name)
                },
              })
            }
          >
            {t('download')}
          </AppButton>
        ) : null}
        <AppButton tone="quiet" aria-label={t('removeOf', { when })} onClick={onRemove}>
          {t('remove')}
        </AppButton>
      </div>
      {link.error ? <Notice kind="error">{ofError(link.error)}</Notice> : null}
      {readable ? null : <Notice kind="error">{t('unreadableFile')}</Notice>}
    </li>
  )
}

interface RemoveDialogProps {
  folder: string
  /** Null: closed. */
  backup: Backup | null
  onClose: () => void
}

function RemoveDialog({ folder, backup, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('admin-backups')
  const { ofError } = useErrorText()
  const remove = useRemoveBackup()
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={backup !== null}
      title={t('removeTitle')}
      confirmLabel={t('removeNow')}
      destructive
      loading={remove.isPending}
      onConfirm={() => {
        if (!backup) return
        remove.mutate(backup.name, {
          onSuccess({ removed }) {
            if (!removed) return
            showToast({ message: t('removed') })
            close()
          },
        })
      }}
      onClose={close}
    >
      <p>{backup ? t('removeBody', { when: timeInWords(backup.at) }) : null}</p>
      {remove.error ? <Notice kind="error">{ofError(remove.error)}</Notice> : null}
      {remove.data?.removed === false ? (
        <Notice kind="error">{t('failure.folder', { folder })}</Notice>
      ) : null}
    </ConfirmDialog>
  )
}

interface RestoringProps extends Pick<Backups, 'folder' | 'command'> {
  newest: Backup | undefined
}

function Restoring({ folder, command, newest }: RestoringProps) {
  const { t } = useTranslation('admin-backups')
  const file = `${folder}/${newest?.name ?? t('restore.file')}`
  return (
    <section aria-labelledby="restore" className={classes.restore}>
      <h2 id="restore" className={classes.heading}>
        {t('restore.title')}
      </h2>
      <p>{t('restore.body')}</p>
      <pre className={classes.commands}>
        <code>{`${command} ${file} --check\n${command} ${file}`}</code>
      </pre>
      <p>
        {t('restore.more')} <code>docs/backup.md</code>
      </p>
      <p>{t('restore.elsewhere', { folder })}</p>
    </section>
  )
}
