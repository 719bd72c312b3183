import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useBrandName, useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { BrandMark } from '#platform/web/ui/artwork/brand-mark.tsx'
import classes from './brand-logo.module.css'

/** Letterbox and name, linked to the map. */
export function BrandLogo() {
  const { t } = useTranslation('layout')
  const brand = useConfig()?.brand
  const name = useBrandName()
  return (
    <Link to={paths.home()} className={classes.logo} aria-label={t('homeLink', { brand: name })}>
      <BrandMark logo={brand?.logo} />
      <span className={classes.name} translate="no">
        {name}
      </span>
    </Link>
  )
}
