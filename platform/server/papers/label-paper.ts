import { mm } from './paper.ts'

/** Avery Zweckform L7160 and compatible sheets of 63.5 × 38.1 mm: three columns of seven on A4. */
export const LABEL = { width: mm(63.5), height: mm(38.1) } as const
const COLUMNS = 3
const LEFT = mm(7.2)
const TOP = mm(15.15)
/** Distance between columns: a label plus 2.5 mm. */
const PITCH = mm(66)

/** The top left corner of a label, from 0 on. */
export const labelCorner = (place: number): { x: number; y: number } => ({
  x: LEFT + (place % COLUMNS) * PITCH,
  y: TOP + Math.floor(place / COLUMNS) * LABEL.height,
})
