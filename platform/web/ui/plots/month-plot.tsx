import { type ComponentProps, lazy, Suspense } from 'react'
import type { MonthChart } from './month-chart.tsx'
import classes from './plots.module.css'

// Loaded on demand: the chart library is most of the code of such a screen, and the numbers are visible without it.
const LazyChart = lazy(() => import('./month-chart.tsx').then((m) => ({ default: m.MonthChart })))

/** Bars by month, drawn once their code has loaded. */
export function MonthPlot(props: ComponentProps<typeof MonthChart>) {
  return (
    <Suspense fallback={<div className={classes.waiting} />}>
      <LazyChart {...props} />
    </Suspense>
  )
}
