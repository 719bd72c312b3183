import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { HolidayForm } from '../../features/upkeep/holiday-form.tsx'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { WithUser } from '../layout/with-user.tsx'
import { BackToProfile } from './back-to-profile.tsx'

/** Off the map while nobody is at home. */
export function HolidayPage() {
  const { t } = useTranslation('upkeep')
  return (
    <WithUser>
      {({ letterbox }) => (
        <Page>
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('holiday.title')} lead={t('holiday.lead')} />
            {letterbox?.latitude == null ? (
              <>
                <p>{t('holiday.noLetterbox')}</p>
                <AppButton component={Link} to={paths.profile()}>
                  {t('link.toProfile')}
                </AppButton>
              </>
            ) : (
              <HolidayForm key={letterbox.holiday_until} until={letterbox.holiday_until} />
            )}
          </Sheet>
        </Page>
      )}
    </WithUser>
  )
}
