import type { ReactNode } from 'react'
import { Sheet } from '../page.tsx'
import classes from './plots.module.css'

interface FigureProps {
  /** The id of its heading. */
  id: string
  title: string
  level?: 2 | 3
  className?: string | undefined
  /** The sentence, the drawing, and the numbers. */
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

interface NumberTableProps {
  title: string
  columns: readonly string[]
  /** The first cell names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  className: string | undefined
}

/** The data of a plot as a table. */
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
