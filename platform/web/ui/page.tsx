import type { ReactNode } from 'react'
import classes from './page.module.css'
import { useDocumentTitle } from './words/document-title.ts'

interface PageProps {
  /** `narrow` for one form, `medium` for settings, `wide` for tables and grids. */
  width?: 'narrow' | 'medium' | 'wide'
  children: ReactNode
}

/** The centred column of all screens except the map. */
export function Page({ width = 'narrow', children }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  )
}

interface SheetProps {
  /** A decorative ornament on the top edge. */
  ornament?: ReactNode
  children: ReactNode
}

/** The paper sheet that contains a form. */
export function Sheet({ ornament, children }: SheetProps) {
  return (
    <div className={classes.sheet} data-ornament={ornament ? true : undefined}>
      {ornament ? (
        <div className={classes.ornament} aria-hidden="true">
          {ornament}
        </div>
      ) : null}
      {children}
    </div>
  )
}

interface PageTitleProps {
  title: string
  /** One sentence below the title. */
  lead?: ReactNode
}

/** The only h1 of a screen; it is also the tab's title. */
export function PageTitle({ title, lead }: PageTitleProps) {
  useDocumentTitle(title)
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
    </header>
  )
}
