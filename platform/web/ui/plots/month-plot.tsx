import { type ComponentProps, lazy, Suspense } from 'react'
import type { MonthChart } from './month-chart.tsx'
import classes from './plots.module.css'

// The numbers are there before what draws them, which is most of the code of a screen that shows it.
const LazyChart = lazy(() => import('./month-chart.tsx').then((m) => ({ default: m.MonthChart })))

/** Bars by month, once what draws them is there. */
export function MonthPlot(props: ComponentProps<typeof MonthChart>) {
  return (
    <Suspense fallback={<div className={classes.waiting} />}>
      <LazyChart {...props} />
    </Suspense>
  )
}
