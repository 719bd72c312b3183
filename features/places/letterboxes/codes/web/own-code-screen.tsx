import { useState } from 'react'
import { Link } from 'react-router'
import { WithUser } from '#features/people/accounts/web/door.ts'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { isOwnOnMap } from '#features/places/letterboxes/own-on-map.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { codeLink, useOwnCode, useRenewCode } from './data/codes.ts'
import { useQrCode } from './data/qr-code.ts'
import classes from './own-code-screen.module.css'

const FILE_NAME = 'letterlend-qr'

/** The short address of the user's letterbox: to scan, copy, save, print and renew. */
export function OwnCodeScreen() {
  const { t } = useTranslation('codes')
  return (
    <WithUser>
      {({ id, letterbox }) => (
        <Page width="medium">
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('own.title')} lead={t('own.lead')} />
            {letterbox ? (
              <OwnCode letterbox={letterbox} isOwner={letterbox.user_id === id} />
            ) : (
              <>
                <p className={classes.missing}>{t('own.noLetterbox')}</p>
                <AppButton component={Link} to={paths.updateLetterBoxAddress()}>
                  {t('scan.enterAddress')}
                </AppButton>
              </>
            )}
          </Sheet>
        </Page>
      )}
    </WithUser>
  )
}

function OwnCode({ letterbox, isOwner }: { letterbox: OwnLetterbox; isOwner: boolean }) {
  const { t } = useTranslation('codes')
  const own = useOwnCode(letterbox.id)
  if (own.error && !own.data) return <LoadFailure error={own.error} onRetry={() => own.refetch()} />
  if (!own.data) return <SkeletonList rows={2} rowHeight={120} />
  const { code, further } = own.data
  return (
    <>
      {isOwnOnMap(letterbox) ? null : <Notice>{t('own.hidden')}</Notice>}
      <CodeCard code={code} />
      {further > 0 ? <p className={classes.hint}>{t('own.further', { count: further })}</p> : null}
      <h2 className={classes.heading}>{t('own.prints')}</h2>
      <div className={classes.actions}>
        <AppButton component={Link} to={paths.poster()} tone="secondary">
          {t('own.poster')}
        </AppButton>
        <AppButton component={Link} to={paths.ownFlyers()} tone="secondary">
          {t('own.flyers')}
        </AppButton>
        {letterbox.items.length > 0 ? (
          <AppButton component={Link} to={paths.stickerSheet()} tone="secondary">
            {t('own.sheet')}
          </AppButton>
        ) : null}
      </div>
      <h2 className={classes.heading}>{t('own.renewHeading')}</h2>
      <p className={classes.hint}>{t('own.renewLead')}</p>
      {isOwner ? <RenewButton letterboxId={letterbox.id} /> : <p>{t('own.ownerOnly')}</p>}
    </>
  )
}

/** The code as a picture, its address, and both as files. */
function CodeCard({ code }: { code: string }) {
  const { t } = useTranslation('codes')
  const link = codeLink(code)
  const before = link.replace(/^https?:\/\//, '').slice(0, -code.length)
  const picture = useQrCode(link)
  const copy = async () => {
    // Without access to the clipboard, the user can copy the address by hand.
    await navigator.clipboard?.writeText(link).then(
      () => showToast({ message: t('own.copied') }),
      () => undefined,
    )
  }
  return (
    <div className={classes.card}>
      <div className={classes.code}>
        {picture ? <img src={picture.svg} alt={t('own.alt', { address: link })} /> : null}
      </div>
      <div className={classes.facts}>
        <h2 className={classes.label}>{t('own.address')}</h2>
        <p className={classes.address} translate="no">
          {before}
          <span className={classes.signs}>{code}</span>
        </p>
        <AppButton tone="secondary" onClick={copy}>
          {t('own.copy')}
        </AppButton>
        <h2 className={classes.label}>{t('own.files')}</h2>
        <p className={classes.files}>
          <a href={picture?.png} download={`${FILE_NAME}.png`}>
            {t('own.png')}
          </a>
          <a href={picture?.svg} download={`${FILE_NAME}.svg`}>
            {t('own.svg')}
          </a>
        </p>
      </div>
    </div>
  )
}

function RenewButton({ letterboxId }: { letterboxId: string }) {
  const { t } = useTranslation('codes')
  const { ofError } = useErrorText()
  const renew = useRenewCode(letterboxId)
  const [asking, setAsking] = useState(false)
  return (
    <>
      {renew.isError ? <Notice kind="error">{ofError(renew.error)}</Notice> : null}
      <AppButton tone="secondary" loading={renew.isPending} onClick={() => setAsking(true)}>
        {t('own.renew')}
      </AppButton>
      <ConfirmDialog
        opened={asking}
        title={t('own.renewTitle')}
        confirmLabel={t('own.renew')}
        destructive
        onConfirm={() => {
          setAsking(false)
          renew.mutate(undefined, { onSuccess: () => showToast({ message: t('own.renewed') }) })
        }}
        onClose={() => setAsking(false)}
      >
        {t('own.renewBody')}
      </ConfirmDialog>
    </>
  )
}
