import { MUTED, mm, type Paper } from './paper.ts'

/** Of an envelope: on the left as DIN 5008 has it, or on the right as most of Switzerland does. */
export type WindowSide = 'left' | 'right'

const ADDRESS = { width: mm(75), sender: mm(58), recipient: mm(63) } as const
const LEFT_EDGE: Record<WindowSide, number> = { left: mm(25), right: mm(120) }

/** Below it nothing shows in any window. */
export const WINDOW_END = mm(90)

/** Left edge of what stands in the window. */
export const windowEdge = (side: WindowSide): number => LEFT_EDGE[side]

/**
 * Writes sender and recipient where windows show them. On the left that is the address field of DIN 5008, form B
 * (45 mm high from 45 mm on, of which the recipient has the lower 27.3), which the windows of C4, C5 and C5/6 show,
 * Swiss ones too. On the right it stands as high, from 120 mm on: Swiss envelopes C5 and C5/6 have a window of
 * 100 by 45 mm there, 12 mm from their right edge.
 * @returns where the recipient ends
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
