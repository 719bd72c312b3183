import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { formatNumber } from '#platform/web/start/numbers.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { ImportStatus, LetterboxImport } from '../../contract.admin.ts'
import { ClaimMails } from './claim-mails.tsx'
import { useDiscardImport, useImport, useRunImport, useUndoImport } from './data/imports.ts'
import { FarRows } from './far-rows.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ProblemGroups, ProblemText } from './import-problems.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportStatusChip } from './import-status-chip.tsx'
import classes from './imports.module.css'
import { Publicity } from './publicity.tsx'

/** What importing a file would do; for a file that was imported, how to undo it. */
export function ImportPreview({ id }: { id: string }) {
  const { t } = useTranslation('admin-imports')
  const { data, error, refetch } = useImport(id)
  return (
    <AdminPage
      up={{ to: adminPaths.screen('imports'), text: t('back') }}
      title={data?.file_name ?? t('title')}
    >
      {data ? (
        <Preview current={data} />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList rows={4} rowHeight={90} />
      )}
    </AdminPage>
  )
}

function Preview({ current }: { current: LetterboxImport }) {
  const [leftOut, setLeftOut] = useState<number[]>([])
  // After a new check the file may have other rows.
  const stillFar = leftOut.filter((line) => current.far.some((row) => row.line === line))
  return (
    <div className={classes.preview}>
      <State current={current} />
      <Actions current={current} leftOut={stillFar} />
      <Owners current={current} />
      <ClaimMails current={current} />
      <LettersNext current={current} />
      {current.status === 'done' || current.status === 'undone' ? <Kept current={current} /> : null}
      {current.notices.map((notice) => (
        <Notice key={notice.code + JSON.stringify(notice.values)}>
          <ProblemText problem={notice} />
        </Notice>
      ))}
      <Counts current={current} />
      {current.counts && current.status !== 'undone' ? (
        <Publicity counts={current.counts} isDone={current.status === 'done'} />
      ) : null}
      <ImportColumns current={current} />
      <ProblemGroups kind="rejections" current={current} />
      <ProblemGroups kind="warnings" current={current} />
      <FarRows current={current} leftOut={stillFar} onLeftOut={setLeftOut} />
      <ImportRows current={current} />
    </div>
  )
}

/** States before anything is imported. */
const DISCARDABLE: readonly ImportStatus[] = ['receiving', 'checking', 'ready', 'failed']

/** Status of an import. Screen readers announce each change. */
function State({
  current: { status, progress, failure, changed_since },
}: {
  current: LetterboxImport
}) {
  const { t } = useTranslation('admin-imports')
  const { done, total } = progress
  return (
    <div role="status" className={classes.state}>
      <ImportStatusChip status={status} />
      <p>
        {t(`explained.${status}`)}
        {status === 'checking' && total > 0 ? ` ${t('places', { done, total })}` : null}
        {status === 'done' && changed_since > 0
          ? ` ${t('changedSince', { count: changed_since })}`
          : null}
      </p>
      {status === 'checking' && total > 0 ? (
        <progress className={classes.progress} value={done} max={total} aria-label={t('title')} />
      ) : null}
      {failure ? (
        <Notice kind="error">
          <ProblemText problem={failure} />
        </Notice>
      ) : null}
    </div>
  )
}

function Counts({ current: { counts } }: { current: LetterboxImport }) {
  const { t } = useTranslation('admin-imports')
  if (!counts) return null
  const names = ['create', 'update', 'unchanged', 'taken_over', 'approximate', 'guessed'] as const
  return (
    <Facts
      facts={names
        .filter((name) => name === 'create' || (counts[name] ?? 0) > 0)
        .map((name) => ({ name: t(`counts.${name}`), value: <strong>{counts[name]}</strong> }))}
    />
  )
}

/** Letterboxes changed since the import: undoing it will keep them, or has kept them. */
function Kept({ current: { kept = [], changed_since, status } }: { current: LetterboxImport }) {
  const { t } = useTranslation('admin-imports')
  if (kept.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t(status === 'undone' ? 'kept.after' : 'kept.before')}</h2>
      <ul>
        {kept.map(({ id, address, postcode, city }) => (
          <li key={id}>
            <Link to={adminPaths.screen('letterboxes', id)}>
              {address}, {postcode} {city}
            </Link>
          </li>
        ))}
      </ul>
      {kept.length < changed_since ? (
        <p className={classes.hint}>{t('firstOnly', { shown: kept.length })}</p>
      ) : null}
    </section>
  )
}

const OWNERS = ['claimed', 'reachable', 'silent', 'gone'] as const

/** What has become of the letterboxes since; for a whole site, leads to the mail to its people. */
function Owners({ current: { owners, status } }: { current: LetterboxImport }) {
  const { t } = useTranslation('admin-imports')
  const language = currentLanguage()
  if (!owners) return null
  return (
    <section className={classes.state}>
      <h2 className={classes.heading}>{t('owners.title')}</h2>
      <Facts
        facts={OWNERS.map((name) => ({
          name: t(`owners.${name}`),
          value: formatNumber(owners[name], language),
        }))}
      />
      <p className={classes.hint}>{t('owners.hint')}</p>
      {status === 'moved_in' ? (
        <p>
          <Link to={adminPaths.screen('moving')}>{t('owners.write')}</Link>
        </p>
      ) : null}
    </section>
  )
}

/** After an import, leads to letters for owners without an e-mail address. */
function LettersNext({ current: { id, status, counts } }: { current: LetterboxImport }) {
  const { t } = useTranslation('admin-imports')
  const isHere = status === 'done' || status === 'moved_in'
  if (!isHere || !counts || counts.create === 0) return null
  return (
    <p>
      <Link to={`${adminPaths.screen('invitations')}?import=${id}`}>{t('letters')}</Link>
      <br />
      <span className={classes.hint}>{t('lettersHint')}</span>
    </p>
  )
}

interface ActionsProps {
  current: LetterboxImport
  leftOut: number[]
}

function Actions({ current, leftOut }: ActionsProps) {
  const { t } = useTranslation('admin-imports')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const run = useRunImport()
  const undo = useUndoImport()
  const discard = useDiscardImport()
  const [undoing, setUndoing] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const [mailOwners, setMailOwners] = useState(false)
  const { status, counts, changed_since } = current
  const letterboxes = counts ? counts.create + counts.update - leftOut.length : 0
  const isPublic = (counts?.on_map ?? 0) > 0
  const begin = () =>
    run.mutate(
      {
        id: current.id,
        version: current.version,
        left_out: leftOut,
        mail_owners: mailOwners,
      },
      { onSettled: () => setPublishing(false) },
    )
  const error = run.error ?? undo.error ?? discard.error
  return (
    <>
      {error ? <Notice kind="error">{ofError(error)}</Notice> : null}
      {status === 'ready' ? (
        <CheckField
          label={t('claimMails.choice')}
          hint={t('claimMails.hint')}
          checked={mailOwners}
          onChange={setMailOwners}
        />
      ) : null}
      <div className={classes.actions}>
        {status === 'ready' ? (
          <AppButton
            loading={run.isPending}
            disabled={letterboxes <= 0}
            onClick={() => (isPublic ? setPublishing(true) : begin())}
          >
            {t('run', { count: Math.max(0, letterboxes) })}
          </AppButton>
        ) : null}
        {DISCARDABLE.includes(status) ? (
          <AppButton
            tone="secondary"
            loading={discard.isPending}
            onClick={() =>
              discard.mutate(current, {
                onSuccess: () => navigate(adminPaths.screen('imports'), { replace: true }),
              })
            }
          >
            {t('discard')}
          </AppButton>
        ) : null}
        {status === 'done' && letterboxes > 0 ? (
          <AppButton
            tone="secondary"
            disabled={changed_since >= letterboxes}
            onClick={() => setUndoing(true)}
          >
            {t('undo')}
          </AppButton>
        ) : null}
      </div>
      <ConfirmDialog
        opened={publishing}
        title={t('publicity.title')}
        confirmLabel={t('run', { count: Math.max(0, letterboxes) })}
        loading={run.isPending}
        onClose={() => setPublishing(false)}
        onConfirm={begin}
      >
        {counts ? <Publicity counts={counts} isDone={false} leftOut={leftOut.length} /> : null}
        <p>{t('publicity.agreed')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={undoing}
        title={t('undoDialog.title')}
        confirmLabel={t('undo')}
        destructive
        loading={undo.isPending}
        onClose={() => setUndoing(false)}
        onConfirm={() =>
          undo.mutate(current, {
            onSuccess: () => showToast({ message: t('undone') }),
            onSettled: () => setUndoing(false),
          })
        }
      >
        <p>{t('undoDialog.body')}</p>
        <Kept current={current} />
      </ConfirmDialog>
    </>
  )
}
