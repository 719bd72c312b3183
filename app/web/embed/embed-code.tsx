import { useId } from 'react'
import { useBrandName } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Fold } from '#platform/web/ui/fold.tsx'
import classes from './on-your-site.module.css'

interface EmbedCodeProps {
  /** Of the embedded map, without the origin. */
  path: string
  height: number
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The HTML for embedding the map in another site, and what that site has to allow. */
export function EmbedCode({ path, height }: EmbedCodeProps) {
  const { t } = useTranslation('on-your-site')
  const id = useId()
  const title = t('frameTitle', { brand: useBrandName() })
  const { origin } = window.location
  const src = escaped(origin + path)
  const code = `<iframe src="${src}" title="${escaped(title)}" width="100%" height="${height}" style="border:0" loading="lazy"></iframe>`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      showToast({ message: t('copied') })
    } catch {
      // Without permission, or on a page without https, the user can copy the code manually.
      document.getElementById(id)?.focus()
    }
  }
  return (
    <section className={classes.choice}>
      <label className={classes.label} htmlFor={id}>
        {t('code')}
      </label>
      <textarea
        id={id}
        className={classes.code}
        readOnly
        rows={5}
        value={code}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <AppButton onClick={copy}>{t('copy')}</AppButton>
      <Fold label={t('empty')} className={classes.allow}>
        <p>{t('policy')}</p>
        <code translate="no">{`frame-src ${origin}`}</code>
        <p>{t('sandbox')}</p>
        <code translate="no">allow-scripts allow-same-origin allow-popups</code>
      </Fold>
    </section>
  )
}
