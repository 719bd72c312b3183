import { logoSource } from '#platform/shared/settings/brand-logo.ts'
import classes from './brand-mark.module.css'
import { Logo } from './logo.tsx'

/** The community's logo, or the letterbox. It is beside the name, so it has no alternative text. */
export const BrandMark = ({ logo }: { logo: string | null | undefined }) =>
  logo ? <img className={classes.logo} src={logoSource(logo)} alt="" /> : <Logo size={32} />
