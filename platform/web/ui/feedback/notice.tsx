import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import classes from './notice.module.css'

interface NoticeProps {
  kind?: 'info' | 'success' | 'error'
  title?: string
  children: ReactNode
  action?: ReactNode
}

const ICONS = { info: 'information', success: 'check', error: 'warning' } as const

/** A message within a page. Errors are announced immediately, and scrolled into view in a form. */
export function Notice({ kind = 'info', title, children, action }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The error may appear below the edge of a small screen.
    const inForm = kind === 'error' && notice.current?.closest('form')
    if (inForm) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])
  return (
    <div
      ref={notice}
      className={classes.notice}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : undefined}
    >
      <Icon name={ICONS[kind]} className={classes.icon} />
      <div className={classes.body}>
        {title ? <p className={classes.title}>{title}</p> : null}
        <div>{children}</div>
        {action ? <div className={classes.action}>{action}</div> : null}
      </div>
    </div>
  )
}
