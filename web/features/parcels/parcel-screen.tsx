import type { OwnLetterbox } from '@letterlend/contract/letterboxes.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { SealPage } from '../../ui/seal-page.tsx'
import { WithUser } from '../../ui/with-user.tsx'
import { ParcelForm } from './parcel-form.tsx'

/** Where the code from a parcel proves the address. */
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
