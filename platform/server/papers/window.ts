import { MUTED, mm, type Paper } from './paper.ts'

/** Side of an envelope's window: left as in DIN 5008, or right as in most of Switzerland. */
export type WindowSide = 'left' | 'right'

const ADDRESS = { width: mm(75), sender: mm(58), recipient: mm(63) } as const
const LEFT_EDGE: Record<WindowSide, number> = { left: mm(25), right: mm(120) }

/** Nothing below this is visible in any window. */
export const WINDOW_END = mm(90)

export const windowEdge = (side: WindowSide): number => LEFT_EDGE[side]

/**
 * Writes sender and recipient where envelope windows show them. Left: the address field of DIN 5008 form B (45 mm high,
 * starting 45 mm from the top; the recipient has the lower 27.3 mm), which fits the windows of C4, C5 and C5/6, Swiss
 * ones included. Right: at the same height, 120 mm from the left edge, since Swiss C5 and C5/6 envelopes have a window
 * of 100 by 45 mm there, 12 mm from the right edge.
 * @returns the bottom of the recipient
 */
export function writeInWindow(
  paper: Paper,
  side: WindowSide,
  { sender, recipient }: { sender: string; recipient: readonly string[] },
): number {
  const place = { x: LEFT_EDGE[side], width: ADDRESS.width }
  paper.write('P', sender, { ...place, y: ADDRESS.sender, size: 7, color: MUTED })
  paper.doc.y = ADDRESS.recipient
  for (const line of recipient) paper.write('P', line, { ...place, size: 10.5 })
  return paper.doc.y
}
