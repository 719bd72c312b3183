import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useBrandName } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useListedAlready } from './data/codes.ts'

/** Leads a new user at the address of an imported letterbox to claiming it. */
export function ListedNotice() {
  const { t } = useTranslation('parcels')
  const brand = useBrandName()
  const { data } = useListedAlready()
  if (!data?.listed) return null
  return (
    <Notice
      title={t('listed.title')}
      action={
        <AppButton component={Link} to={paths.parcel()} tone="secondary">
          {t('listed.enterCode')}
        </AppButton>
      }
    >
      <p>{t('listed.lead')}</p>
      <p>{t('listed.noLetter', { brand })}</p>
    </Notice>
  )
}
