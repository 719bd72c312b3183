import {
  ARTWORK_MAX_BYTES,
  ARTWORK_REFUSALS,
  type ArtworkRefusal,
} from '@letterlend/contract/item-artwork.ts'
import type { ItemCategory } from '@letterlend/contract/item-categories.ts'
import { useId, useRef, useState } from 'react'
import { useUploadArtwork } from '../../data/admin-items.ts'
import { ApiError } from '../../data/api-client.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { AdminIcon } from '../../ui/back-office/admin-icon.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { StickerImage } from '../../ui/sticker-image.tsx'
import classes from './admin-items.module.css'

interface ArtworkFieldProps {
  /** What the sticker looks like now. */
  shown: string
  category: ItemCategory
  /** Whether there is a picture that can be taken away. */
  removable: boolean
  onChange: (artwork: string | null) => void
}

/** The picture of a sticker: as it will look, and another one in its place. */
export function ArtworkField({ shown, category, removable, onChange }: ArtworkFieldProps) {
  const { t } = useTranslation('admin-items')
  const { ofError } = useErrorText()
  const upload = useUploadArtwork()
  const [tooLarge, setTooLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const take = (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > ARTWORK_MAX_BYTES)
    if (file.size > ARTWORK_MAX_BYTES) return
    upload.mutate({ file, category }, { onSuccess: ({ image_path }) => onChange(image_path) })
  }
  const refusal = (): ArtworkRefusal | undefined => {
    if (tooLarge) return 'tooLarge'
    const key = upload.error instanceof ApiError ? upload.error.errors.file?.[0] : undefined
    return ARTWORK_REFUSALS.find((reason) => reason === key)
  }
  const reason = refusal()
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
      {reason ? (
        <Notice kind="error">{t(`artwork.refused.${reason}`)}</Notice>
      ) : upload.isError ? (
        <Notice kind="error">{ofError(upload.error)}</Notice>
      ) : null}
      <input
        ref={input}
        type="file"
        accept=".svg,.png,image/svg+xml,image/png"
        hidden
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // The same file can be chosen again after it was mended.
          event.currentTarget.value = ''
        }}
      />
      <div className={classes.steps}>
        <AppButton
          tone="secondary"
          loading={upload.isPending}
          leftSection={<AdminIcon name="image" />}
          onClick={() => input.current?.click()}
        >
          {t('artwork.choose')}
        </AppButton>
        {removable ? (
          <AppButton tone="quiet" onClick={() => onChange(null)}>
            {t('artwork.remove')}
          </AppButton>
        ) : null}
      </div>
    </section>
  )
}
