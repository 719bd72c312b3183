import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { BackToProfile } from '../../ui/back-to-profile.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import { WithUser } from '../../ui/with-user.tsx'
import { BeforeHoliday } from './before-holiday.tsx'
import { HolidayForm } from './holiday-form.tsx'

/** Off the map while nobody is at home. */
export function HolidayScreen() {
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
              <>
                <BeforeHoliday />
                <HolidayForm key={letterbox.holiday_until} until={letterbox.holiday_until} />
              </>
            )}
          </Sheet>
        </Page>
      )}
    </WithUser>
  )
}
