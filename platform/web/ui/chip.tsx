import type { ReactNode } from 'react'
import classes from './chip.module.css'
import { Icon, type IconName } from './icon.tsx'

interface ChipProps {
  tone?: 'leaf' | 'sky' | 'yellow'
  icon?: IconName
  children: ReactNode
}

/** A short state as coloured text. */
export function Chip({ tone = 'sky', icon, children }: ChipProps) {
  return (
    // Translatable even inside parts that the browser must not translate.
    <span className={classes.chip} data-tone={tone} translate="yes">
      {icon ? <Icon name={icon} size={16} /> : null}
      {children}
    </span>
  )
}
