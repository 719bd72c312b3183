import { Link } from 'react-router'
import { WithUser } from '#features/people/accounts/web/door.ts'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { ParcelForm } from './parcel-form.tsx'

/** Screen for proving the address with the code from a parcel. */
export function ParcelScreen() {
  return (
    <WithUser>
      {({ letterbox }) =>
        letterbox?.address_verified ? <Proved letterbox={letterbox} /> : <Enter of={letterbox} />
      }
    </WithUser>
  )
}

function Enter({ of: letterbox }: { of: OwnLetterbox | null }) {
  const { t } = useTranslation('parcels')
  return (
    <Page>
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('title')} lead={t('lead')} />
        {letterbox ? (
          <ParcelForm />
        ) : (
          <>
            <p>{t('noLetterbox')}</p>
            <AppButton component={Link} to={paths.updateLetterBoxAddress()}>
              {t('enterAddress')}
            </AppButton>
          </>
        )}
      </Sheet>
    </Page>
  )
}

function Proved({ letterbox }: { letterbox: OwnLetterbox }) {
  const { t } = useTranslation('parcels')
  const { id, address, latitude } = letterbox
  return (
    <SealPage
      icon="check"
      tone="yes"
      actions={
        <>
          {latitude === null ? null : (
            <AppButton component={Link} to={paths.letterbox(id)}>
              {t('done.seeOnMap')}
            </AppButton>
          )}
          <AppButton component={Link} to={paths.profile()} tone="secondary">
            {t('done.toProfile')}
          </AppButton>
        </>
      }
    >
      <PageTitle title={t('done.title')} lead={t('done.body', { address })} />
    </SealPage>
  )
}
