import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '../start/texts.ts'
import { AppButton } from './app-button.tsx'
import classes from './back-to-profile.module.css'
import { Icon } from './icon.tsx'

export function BackToProfile() {
  const { t } = useTranslation('profile')
  return (
    <div className={classes.back}>
      <AppButton
        tone="quiet"
        component={Link}
        to={paths.profile()}
        leftSection={<Icon name="arrowLeft" />}
      >
        {t('backToProfile')}
      </AppButton>
    </div>
  )
}
