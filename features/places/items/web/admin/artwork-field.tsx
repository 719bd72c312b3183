import { useId } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PictureUpload } from '#platform/web/ui/back-office/picture-upload.tsx'
import type { ItemCategory } from '../../item-categories.ts'
import { StickerImage } from '../sticker-image.tsx'
import { useUploadArtwork } from './data/items.ts'
import classes from './items.module.css'

interface ArtworkFieldProps {
  /** URL of the current picture. */
  shown: string
  category: ItemCategory
  /** Whether there is a picture that can be removed. */
  removable: boolean
  onChange: (artwork: string | null) => void
}

/** Shows the picture of a sticker as users will see it, and lets it be replaced. */
export function ArtworkField({ shown, category, removable, onChange }: ArtworkFieldProps) {
  const { t } = useTranslation('admin-items')
  const upload = useUploadArtwork()
  const id = useId()
  return (
    <section className={classes.artwork} aria-labelledby={id}>
      <h2 id={id} className={classes.subtitle}>
        {t('artwork.title')}
      </h2>
      <div className={classes.previews}>
        {(['light', 'dark'] as const).map((ground) => (
          <figure key={ground} className={classes.preview} data-ground={ground}>
            <div className={classes.sizes}>
              <StickerImage imagePath={shown} name={t('artwork.preview')} size={160} />
              <StickerImage imagePath={shown} name="" size={32} />
            </div>
            <figcaption>{t(`artwork.${ground}`)}</figcaption>
          </figure>
        ))}
      </div>
      <p className={classes.hint}>{t('artwork.hint')}</p>
      <PictureUpload
        upload={(file) =>
          upload.mutate({ file, category }, { onSuccess: ({ image_path }) => onChange(image_path) })
        }
        pending={upload.isPending}
        error={upload.error}
      >
        {removable ? (
          <AppButton tone="quiet" onClick={() => onChange(null)}>
            {t('artwork.remove')}
          </AppButton>
        ) : null}
      </PictureUpload>
    </section>
  )
}
