import { Link } from 'react-router'
import { WithUser } from '#features/people/accounts/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { BeforeHoliday } from './before-holiday.tsx'
import { HolidayForm } from './holiday-form.tsx'

/** Hides the letterbox from the map while its owner is away. */
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
