import type { ReactNode } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { type User, useSession } from '#features/people/accounts/web/data/door.ts'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { writeReturnPath } from '#platform/web/data/return-path.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { Page, PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useClaim, useGiveAway, useScan } from './data/codes.ts'

/**
 * Where a scanned code leads. The server redirects from public letterboxes by itself; this screen knows the user, so it
 * also finds a hidden letterbox for those who manage it, and connects a sheet.
 */
export function ScanScreen() {
  const { code = '' } = useParams()
  const { user, loading } = useSession()
  const scan = useScan(code, user?.id, !loading)
  const claim = useClaim(code)
  const giving = useGiveAway(code)
  if (claim.data)
    return <Claimed id={claim.data.letterbox_id} letterbox={user?.letterbox ?? null} />
  if (giving.isSuccess) return <GivenAway />
  if (scan.error instanceof ApiError && scan.error.code === 'not_found') {
    return <LeadsNowhere state="unknown" />
  }
  if (scan.isError) {
    return (
      <Page>
        <LoadFailure error={scan.error} onRetry={() => scan.refetch()} />
      </Page>
    )
  }
  if (loading || !scan.data) return <PageLoader />
  const { data } = scan
  if (data.state === 'letterbox') {
    return data.placed ? <Navigate to={paths.letterbox(data.letterbox_id)} replace /> : <Unplaced />
  }
  if (data.state === 'renewed') return <LeadsNowhere state="renewed" />
  const gift = data.givable ? <GiveAway giving={giving} /> : null
  if (data.claimable && user?.letterbox) {
    return <Claim address={user.letterbox.address} claim={claim} gift={gift} />
  }
  return <Unclaimed code={code} user={user} gift={gift} />
}

const ToMap = () => {
  const { t } = useTranslation('codes')
  return (
    <AppButton component={Link} to={paths.map()} tone="secondary">
      {t('scan.toMap')}
    </AppButton>
  )
}

function LeadsNowhere({ state }: { state: 'unknown' | 'renewed' }) {
  const { t } = useTranslation('codes')
  return (
    <SealPage icon="mailbox" tone="no" actions={<ToMap />}>
      <PageTitle title={t(`scan.${state}.title`)} lead={t(`scan.${state}.lead`)} />
    </SealPage>
  )
}

/** The user's own letterbox before it has a spot. */
function Unplaced() {
  const { t } = useTranslation('codes')
  return (
    <SealPage
      icon="mapMarker"
      tone="wait"
      actions={
        <AppButton component={Link} to={paths.updateLetterBoxLocation()}>
          {t('scan.setSpot')}
        </AppButton>
      }
    >
      <PageTitle title={t('scan.unplaced.title')} lead={t('scan.unplaced.lead')} />
    </SealPage>
  )
}

/** A sheet that the user cannot claim, or not yet. */
interface UnclaimedProps {
  code: string
  user: User | null
  /** The way to give the sheet away; null if the user did not order it. */
  gift: ReactNode
}

function Unclaimed({ code, user, gift }: UnclaimedProps) {
  const { t } = useTranslation('codes')
  return (
    <SealPage
      icon="mailbox"
      tone="wait"
      actions={
        <>
          <NextStep code={code} user={user} isBuyer={gift !== null} />
          {gift}
          <ToMap />
        </>
      }
    >
      <PageTitle title={t('scan.sheet.title')} lead={t('scan.sheet.lead')} />
    </SealPage>
  )
}

interface NextStepProps {
  code: string
  user: User | null
  /** Whether the user ordered the sheet. */
  isBuyer: boolean
}

function NextStep({ code, user, isBuyer }: NextStepProps) {
  const { t } = useTranslation('codes')
  if (!user) {
    return (
      <>
        <Notice>{t('scan.received')}</Notice>
        <AppButton component={Link} to={paths.login(paths.letterboxCode(code))}>
          {t('scan.logIn')}
        </AppButton>
        <AppButton
          component={Link}
          to={paths.registerStep(1)}
          tone="secondary"
          // The profile offers the way back here once the account is ready.
          onClick={() => writeReturnPath(paths.letterboxCode(code))}
        >
          {t('scan.join')}
        </AppButton>
      </>
    )
  }
  if (!user.email_confirmed && !isBuyer) {
    return (
      <>
        <Notice>{t('scan.unconfirmed')}</Notice>
        <AppButton
          component={Link}
          to={paths.confirmEmail()}
          onClick={() => writeReturnPath(paths.letterboxCode(code))}
        >
          {t('scan.confirm')}
        </AppButton>
      </>
    )
  }
  const missing = user.letterbox === null
  return (
    <>
      <Notice>
        {t(missing ? 'scan.noLetterbox' : 'scan.notYours')}{' '}
        {isBuyer ? null : t('scan.otherAddress')}
      </Notice>
      <AppButton component={Link} to={missing ? paths.updateLetterBoxAddress() : paths.ownCode()}>
        {t(missing ? 'scan.enterAddress' : 'scan.printOwn')}
      </AppButton>
    </>
  )
}

interface ClaimProps {
  address: string
  claim: ReturnType<typeof useClaim>
  gift: ReactNode
}

function Claim({ address, claim, gift }: ClaimProps) {
  const { t } = useTranslation('codes')
  const { ofError } = useErrorText()
  return (
    <SealPage
      icon="mailbox"
      tone="wait"
      actions={
        <>
          {claim.isError ? <Notice kind="error">{ofError(claim.error)}</Notice> : null}
          <AppButton loading={claim.isPending} onClick={() => claim.mutate()}>
            {t('claim.button')}
          </AppButton>
          <AppButton component={Link} to={paths.map()} tone="secondary">
            {t('claim.later')}
          </AppButton>
          {gift}
        </>
      }
    >
      <PageTitle title={t('claim.title')} lead={t('claim.lead', { address })} />
    </SealPage>
  )
}

/** For sheets that were ordered for another person. */
function GiveAway({ giving }: { giving: ReturnType<typeof useGiveAway> }) {
  const { t } = useTranslation('codes')
  const { ofError } = useErrorText()
  return (
    <>
      {giving.isError ? <Notice kind="error">{ofError(giving.error)}</Notice> : null}
      <AppButton tone="quiet" loading={giving.isPending} onClick={() => giving.mutate()}>
        {t('gift.button')}
      </AppButton>
    </>
  )
}

function GivenAway() {
  const { t } = useTranslation('codes')
  return (
    <SealPage icon="check" tone="yes" actions={<ToMap />}>
      <PageTitle title={t('gift.title')} lead={t('gift.lead')} />
    </SealPage>
  )
}

function Claimed({ id, letterbox }: { id: string; letterbox: OwnLetterbox | null }) {
  const { t } = useTranslation('codes')
  return (
    <SealPage
      icon="check"
      tone="yes"
      actions={
        <>
          {letterbox?.latitude == null ? (
            <AppButton component={Link} to={paths.updateLetterBoxLocation()}>
              {t('scan.setSpot')}
            </AppButton>
          ) : (
            <AppButton component={Link} to={paths.letterbox(id)}>
              {t('claimed.seeOnMap')}
            </AppButton>
          )}
          <AppButton component={Link} to={paths.ownCode()} tone="secondary">
            {t('claimed.toCode')}
          </AppButton>
        </>
      }
    >
      <PageTitle title={t('claimed.title')} lead={t('claimed.lead')} />
    </SealPage>
  )
}
