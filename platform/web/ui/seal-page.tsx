import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { LetterboxRow } from './letterbox-row.tsx'
import { Page, Sheet } from './page.tsx'
import classes from './seal-page.module.css'

interface SealPageProps {
  icon: IconName
  tone: 'wait' | 'yes' | 'no'
  /** What happened; screen readers read it when it appears. */
  children: ReactNode
  /** What to do next. */
  actions?: ReactNode
}

/** A screen with the result of an account action: a seal, a sentence, and the next step. */
export function SealPage({ icon, tone, children, actions }: SealPageProps) {
  return (
    <Page>
      <Sheet ornament={<LetterboxRow />}>
        <div className={classes.center} role="status">
          <span className={classes.seal} data-tone={tone}>
            <Icon name={icon} size={44} />
          </span>
          {children}
        </div>
        {actions ? <div className={classes.stack}>{actions}</div> : null}
      </Sheet>
    </Page>
  )
}
