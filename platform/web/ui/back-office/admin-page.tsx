import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { SkeletonList } from '../feedback/skeleton-list.tsx'
import { Icon } from '../icon.tsx'
import { PageTitle } from '../page.tsx'
import classes from './admin-page.module.css'

/** The list that a screen belongs to, for the back link. */
interface WayUp {
  to: string
  text: string
}

interface AdminPageProps {
  title: string
  up?: WayUp
  /** One sentence below the title. */
  lead?: ReactNode
  /** Buttons beside the title, for the screen as a whole. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the back office, beside its navigation. */
export function AdminPage({ title, up, lead, actions, children }: AdminPageProps) {
  return (
    <div className={classes.page}>
      {up ? (
        <Link to={up.to} className={classes.up}>
          <Icon name="chevronLeft" size={20} />
          {up.text}
        </Link>
      ) : null}
      <div className={classes.top}>
        <PageTitle title={title} lead={lead} />
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
      {/* The title stays while parts below it load. */}
      <Suspense fallback={<SkeletonList rows={4} rowHeight={48} />}>{children}</Suspense>
    </div>
  )
}

export interface Fact {
  name: string
  value: ReactNode
}

interface FactsProps {
  facts: readonly Fact[]
}

/** Facts about one object, each with a name and a value. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
