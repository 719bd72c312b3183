import { useId } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PictureUpload } from '#platform/web/ui/back-office/picture-upload.tsx'
import { useUploadLogo } from './data/settings.ts'
import classes from './settings.module.css'

interface LogoFieldProps {
  logo: string | null
  onChange: (logo: string | null) => void
}

/** Upload of a logo. The preview below shows the result. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const { t } = useTranslation('admin-settings')
  const upload = useUploadLogo()
  const id = useId()
  return (
    <section className={classes.logo} aria-labelledby={id}>
      <h3 id={id}>{t('brand.logo')}</h3>
      <p>{t('brand.logoHint')}</p>
      <PictureUpload
        upload={(file) => upload.mutate(file, { onSuccess: (answer) => onChange(answer.logo) })}
        pending={upload.isPending}
        error={upload.error}
      >
        {logo ? (
          <AppButton tone="quiet" onClick={() => onChange(null)}>
            {t('brand.logoRemove')}
          </AppButton>
        ) : null}
      </PictureUpload>
    </section>
  )
}
