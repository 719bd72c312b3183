import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { ApiError, askForProof } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { SecondFactors } from '../../contract.ts'
import { reloadSecondFactors, useSecondFactors } from '../data/second-factors.ts'
import classes from '../second-factors.module.css'

const isLocked = (error: unknown) =>
  error instanceof ApiError && error.code === 'second_factor_required'

/** The grace period may end while the back office is open; then the next call is rejected. */
function useLookAfterRefusal(): void {
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (
          event.type === 'updated' &&
          event.action.type === 'error' &&
          isLocked(event.action.error)
        )
          void reloadSecondFactors()
      }),
    [],
  )
}

/** Opens the back office to people with a proved second factor, or within the grace period. */
export function StaffGate({ children }: { children: ReactNode }) {
  const { data } = useSecondFactors()
  useLookAfterRefusal()
  const staff = data?.staff
  if (!data || !staff?.grace_ends || staff.strong) return children
  if (staff.locked) return <Locked factors={data} />
  return (
    <>
      <Soon factors={data} ends={staff.grace_ends} />
      {children}
    </>
  )
}

/** The next step: use the existing passkey, or set up a factor. */
function WayIn({ factors }: { factors: SecondFactors }) {
  const { t } = useTranslation('admin-second-factors')
  if (!factors.proofs.includes('passkey')) {
    return (
      <AppButton component={Link} to={paths.security()}>
        {t('setUp')}
      </AppButton>
    )
  }
  const show = async () => {
    // Repeats the rejected queries.
    if (await askForProof()) await queryClient.invalidateQueries()
  }
  return <AppButton onClick={show}>{t('prove')}</AppButton>
}

function Locked({ factors }: { factors: SecondFactors }) {
  const { t } = useTranslation('admin-second-factors')
  const has = factors.proofs.includes('passkey')
  return (
    <EmptyState
      level={1}
      title={t('locked')}
      body={
        <>
          <p>{t(has ? 'lockedHas' : 'lockedBody')}</p>
          {has ? <p>{t('help')}</p> : null}
        </>
      }
      action={<WayIn factors={factors} />}
    />
  )
}

function Soon({ factors, ends }: { factors: SecondFactors; ends: string }) {
  const { t } = useTranslation('admin-second-factors')
  const date = dateFormat({ dateStyle: 'long' }).format(new Date(ends))
  const has = factors.proofs.includes('passkey')
  return (
    <div className={classes.soon}>
      <Notice action={<WayIn factors={factors} />}>{t(has ? 'soonHas' : 'soon', { date })}</Notice>
    </div>
  )
}
