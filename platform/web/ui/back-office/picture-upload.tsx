import { type ReactNode, useRef, useState } from 'react'
import {
  ARTWORK_MAX_BYTES,
  ARTWORK_REFUSALS,
  type ArtworkRefusal,
} from '#platform/shared/artwork.ts'
import { ApiError } from '../../data/api-client.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../app-button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { useErrorText } from '../words/error-text.ts'
import { AdminIcon } from './admin-icon.tsx'
import classes from './picture-upload.module.css'

interface PictureUploadProps {
  /** Uploads the file after its size was checked. */
  upload: (file: File) => void
  pending: boolean
  /** Why the last upload failed. */
  error: Error | null
  /** Another button beside the file chooser. */
  children?: ReactNode
}

/** The button to choose a picture, SVG or PNG, and the reason if it was rejected. */
export function PictureUpload({ upload, pending, error, children }: PictureUploadProps) {
  const { t } = useTranslation('admin')
  const { ofError } = useErrorText()
  const [tooLarge, setTooLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > ARTWORK_MAX_BYTES)
    if (file.size <= ARTWORK_MAX_BYTES) upload(file)
  }
  const refusal = (): ArtworkRefusal | undefined => {
    if (tooLarge) return 'tooLarge'
    const key = error instanceof ApiError ? error.errors.file?.[0] : undefined
    return ARTWORK_REFUSALS.find((reason) => reason === key)
  }
  const reason = refusal()
  return (
    <>
      {reason ? (
        <Notice kind="error">{t(`picture.refused.${reason}`)}</Notice>
      ) : error ? (
        <Notice kind="error">{ofError(error)}</Notice>
      ) : null}
      <input
        ref={input}
        type="file"
        accept=".svg,.png,image/svg+xml,image/png"
        hidden
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // Allows choosing the same file again after correcting it.
          event.currentTarget.value = ''
        }}
      />
      <div className={classes.buttons}>
        <AppButton
          tone="secondary"
          loading={pending}
          leftSection={<AdminIcon name="image" />}
          onClick={() => input.current?.click()}
        >
          {t('picture.choose')}
        </AppButton>
        {children}
      </div>
    </>
  )
}
