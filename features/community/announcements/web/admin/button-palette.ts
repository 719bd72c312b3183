import type { AnnouncementAction } from '../../contract.ts'

/** Button colours with enough contrast in light and dark. `own` uses the colours of the button's answer. */
export const BUTTON_PALETTE = {
  own: null,
  yellow: { bg_color: '#ffc53d', color: '#16324f' },
  blue: { bg_color: '#16324f', color: '#ffffff' },
  green: { bg_color: '#1d6b41', color: '#ffffff' },
  red: { bg_color: '#b5391a', color: '#ffffff' },
} as const
export type ButtonColor = keyof typeof BUTTON_PALETTE
export const BUTTON_COLORS = Object.keys(BUTTON_PALETTE) as ButtonColor[]

/** The palette entry of a button; null for other colours, set by hand or by an earlier version. */
export function colorOf({ bg_color, color }: AnnouncementAction): ButtonColor | null {
  if (!bg_color && !color) return 'own'
  const same = BUTTON_COLORS.find(
    (name) => BUTTON_PALETTE[name]?.bg_color === bg_color && BUTTON_PALETTE[name]?.color === color,
  )
  return same ?? null
}
