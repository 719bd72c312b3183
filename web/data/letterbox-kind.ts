import type { LetterboxKind } from '@letterlend/contract/letterbox-kinds.ts'
import type { Letterbox } from '@letterlend/contract/letterboxes.ts'

/** What the marker of a letterbox looks like; the server says the same in its tiles. */
export function letterboxKind(
  letterbox: Pick<Letterbox, 'role_name' | 'enable_messaging' | 'active'>,
): LetterboxKind {
  if (letterbox.role_name !== 'normal') return letterbox.role_name
  if (!letterbox.enable_messaging) return 'normal'
  return letterbox.active ? 'messaging_active' : 'messaging'
}
