import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { useBrandName } from '../../data/config.ts'
import { useTranslation } from '../../start/texts.ts'
import { Logo } from '../../ui/artwork/logo.tsx'
import classes from './brand-logo.module.css'

/** The letterbox and the name; leads to the map. */
export function BrandLogo() {
  const { t } = useTranslation('layout')
  const brand = useBrandName()
  return (
    <Link to={paths.home()} className={classes.logo} aria-label={t('homeLink', { brand })}>
      <Logo size={32} />
      <span className={classes.name}>{brand}</span>
    </Link>
  )
}
