import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { SecondFactors } from '../contract.ts'
import { CodesToKeep } from './codes-to-keep.tsx'
import { useNewCodes, useRemoveApp, useSecondFactors } from './data/second-factors.ts'
import classes from './second-factors.module.css'
import { SetUpDialog } from './set-up-dialog.tsx'

/** Whether logins require a code, and all settings of it. */
export function SecondStepSection() {
  const factors = useSecondFactors()
  if (factors.isError)
    return <LoadFailure error={factors.error} onRetry={() => factors.refetch()} />
  if (!factors.data) return <SkeletonList rows={1} rowHeight={72} />
  return <State factors={factors.data} />
}

type Open = 'setUp' | 'newCodes' | 'remove' | null

function State({ factors }: { factors: SecondFactors }) {
  const { t } = useTranslation('second-factors')
  const { ofError } = useErrorText()
  const [open, setOpen] = useState<Open>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const newCodes = useNewCodes()
  const remove = useRemoveApp()
  const close = () => setOpen(null)
  const say = (error: Error) => showToast({ kind: 'error', message: ofError(error) })
  const { since, codes_left, proofs, staff } = factors
  const date = since && dateFormat({ dateStyle: 'medium' }).format(new Date(since))
  return (
    <div className={classes.step}>
      <p>{date ? t('on', { date }) : t('off')}</p>
      {date ? <p className={classes.detail}>{t('codesLeft', { count: codes_left })}</p> : null}
      {proofs.includes('passkey') ? <p className={classes.detail}>{t('passkeyEnough')}</p> : null}
      <div className={classes.buttons}>
        <AppButton tone="secondary" onClick={() => setOpen('setUp')}>
          {t(date ? 'otherApp' : 'setUp')}
        </AppButton>
        {date ? (
          <>
            <AppButton tone="secondary" onClick={() => setOpen('newCodes')}>
              {t('newCodes')}
            </AppButton>
            <AppButton tone="quiet" onClick={() => setOpen('remove')}>
              {t('remove')}
            </AppButton>
          </>
        ) : null}
      </div>
      {open === 'setUp' ? <SetUpDialog onClose={close} /> : null}
      <ConfirmDialog
        opened={open === 'newCodes'}
        title={t('newCodesTitle')}
        confirmLabel={t('newCodesNow')}
        loading={newCodes.isPending}
        onConfirm={() =>
          newCodes.mutate(undefined, {
            onSuccess: (made) => setCodes(made.codes),
            onError: say,
            onSettled: close,
          })
        }
        onClose={close}
      >
        {t('newCodesBody')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'remove'}
        title={t('removeTitle')}
        confirmLabel={t('remove')}
        destructive
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => showToast({ message: t('removed') }),
            onError: say,
            onSettled: close,
          })
        }
        onClose={close}
      >
        {t('removeBody')} {staff?.grace_ends ? t('removeStaff') : null}
      </ConfirmDialog>
      {codes ? (
        <Dialog
          opened
          onClose={() => setCodes(null)}
          title={t('codesTitle')}
          size="md"
          closeOnClickOutside={false}
          closeOnEscape={false}
          withCloseButton={false}
        >
          <CodesToKeep codes={codes} onClose={() => setCodes(null)} />
        </Dialog>
      ) : null}
    </div>
  )
}
