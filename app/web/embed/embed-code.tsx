import { useId } from 'react'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import classes from './embed-code.module.css'
import { embedPath } from './embed-url.ts'

/** The HTML for embedding the map in another site. */
export function EmbedCode() {
  const { t } = useTranslation('share')
  const id = useId()
  const config = useConfig()
  const view = config?.map_start ?? null
  const path = embedPath({ stickerIds: [], match: 'any', messagingOnly: false, view }, false)
  const title = t('embed.title', { brand: config?.brand.name ?? 'Letterlend' })
  const escaped = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const code = `<iframe src="${window.location.origin}${path}" title="${escaped}" width="100%" height="480" style="border:0" loading="lazy"></iframe>`
  const copy = async () => {
    await navigator.clipboard.writeText(code).then(
      () => showToast({ message: t('embed.copied') }),
      // Without clipboard permission the user can copy the code manually.
      () => document.getElementById(id)?.focus(),
    )
  }
  return (
    <section className={classes.root}>
      <h2>{t('embed.heading')}</h2>
      <p>{t('embed.lead')}</p>
      <label className={classes.label} htmlFor={id}>
        {t('embed.code')}
      </label>
      <textarea
        id={id}
        className={classes.code}
        readOnly
        rows={4}
        value={code}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <AppButton tone="secondary" onClick={copy}>
        {t('embed.copy')}
      </AppButton>
    </section>
  )
}
