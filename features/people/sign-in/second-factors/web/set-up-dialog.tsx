import { useClipboard } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { NewApp } from '../contract.ts'
import { CodeForm } from './code-form.tsx'
import { CodesToKeep } from './codes-to-keep.tsx'
import { useBeginApp, useConfirmApp } from './data/second-factors.ts'
import classes from './second-factors.module.css'

/** From the QR code to the recovery codes. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('second-factors')
  const { ofError } = useErrorText()
  const begin = useBeginApp()
  const confirm = useConfirmApp()
  const [codes, setCodes] = useState<string[] | null>(null)
  const started = useRef(false)
  const { mutate } = begin
  useEffect(() => {
    // A second secret would make the first QR code useless.
    if (started.current) return
    started.current = true
    mutate()
  }, [mutate])

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(codes ? 'codesTitle' : 'setUpTitle')}
      size={codes ? 'md' : 'lg'}
      // The codes are shown only once, so an accidental click must not close the dialog.
      closeOnClickOutside={false}
      closeOnEscape={!codes}
      withCloseButton={!codes}
    >
      {codes ? <CodesToKeep codes={codes} onClose={onClose} /> : null}
      {!codes && begin.isError ? <Notice kind="error">{ofError(begin.error)}</Notice> : null}
      {codes || begin.isError || begin.data ? null : <SkeletonList rows={2} rowHeight={120} />}
      {!codes && begin.data ? (
        <div className={classes.asking}>
          <AppPicture app={begin.data} />
          <div className={classes.step}>
            <p>{t('enter')}</p>
            <CodeForm
              submitLabel={t('confirm')}
              send={async (code) => setCodes((await confirm.mutateAsync(code)).codes)}
            />
          </div>
        </div>
      ) : null}
    </Dialog>
  )
}

/** In groups of four, for reading. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? ''

function AppPicture({ app: { secret, uri, picture } }: { app: NewApp }) {
  const { t } = useTranslation('second-factors')
  const { copy, copied } = useClipboard()
  return (
    <div className={classes.app}>
      <p className={classes.wide}>{t('scan')}</p>
      <svg
        className={classes.picture}
        viewBox={`0 0 ${picture.size} ${picture.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t('picture')}
      >
        <path d={picture.path} fill="currentColor" />
      </svg>
      <div className={classes.step}>
        <p>
          <a href={uri}>{t('openApp')}</a>
        </p>
        <p>{t('byHand')}</p>
        <div className={classes.keyRow}>
          <code className={classes.key} translate="no">
            {inGroups(secret)}
          </code>
          <AppButton tone="quiet" onClick={() => copy(secret)}>
            {t(copied ? 'copied' : 'copyKey')}
          </AppButton>
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {copied ? t('copied') : null}
      </p>
    </div>
  )
}
