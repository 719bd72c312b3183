import { useTranslation } from '../start/texts.ts'
import classes from './page-loader.module.css'
import { Spinner } from './spinner.tsx'

/** Shown while a screen is on its way, and only if that takes longer than 300 ms. */
export function PageLoader() {
  const { t } = useTranslation('layout')
  return (
    <div role="status" className={classes.root} data-loading>
      <Spinner size={36} />
      <span className={classes.text}>{t('loading')}</span>
    </div>
  )
}
