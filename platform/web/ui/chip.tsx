import type { ReactNode } from 'react'
import classes from './chip.module.css'
import { Icon, type IconName } from './icon.tsx'

interface ChipProps {
  tone?: 'leaf' | 'sky' | 'yellow'
  icon?: IconName
  children: ReactNode
}

/** A short state in words and colour. */
export function Chip({ tone = 'sky', icon, children }: ChipProps) {
  return (
    // Words also within what a browser is not to translate.
    <span className={classes.chip} data-tone={tone} translate="yes">
      {icon ? <Icon name={icon} size={16} /> : null}
      {children}
    </span>
  )
}
