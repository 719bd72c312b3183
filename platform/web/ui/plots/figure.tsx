import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Sheet } from '../page.tsx'
import classes from './plots.module.css'

interface FigureProps {
  /** Of its heading. */
  id: string
  title: string
  level?: 2 | 3
  className?: string | undefined
  /** What it says in words, what is drawn, and the numbers. */
  children: ReactNode
}

/** A sheet with a plot or a ranking. */
export function Figure({ id, title, level = 2, className, children }: FigureProps) {
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <Sheet>
      <section aria-labelledby={id} className={className}>
        <Title id={id} className={classes.heading}>
          {title}
        </Title>
        {children}
      </section>
    </Sheet>
  )
}

interface AsTableProps {
  /** What opens it. */
  label: string
  className: string | undefined
  children: ReactNode
}

/** What is drawn as a table, for whoever cannot see it or wants the numbers exactly; closed at first. */
export function AsTable({ label, className, children }: AsTableProps) {
  return (
    <details className={className}>
      <summary className={classes.summary}>
        {label}
        <Icon name="chevronDown" size={24} />
      </summary>
      {children}
    </details>
  )
}

interface NumberTableProps {
  title: string
  columns: readonly string[]
  /** What each row begins with is its name. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  className: string | undefined
}

/** The numbers of a plot. */
export function NumberTable({ title, columns, rows, className }: NumberTableProps) {
  return (
    <table className={className}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...numbers] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {numbers.map((number, index) => (
              <td key={columns[index + 1]}>{number}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
