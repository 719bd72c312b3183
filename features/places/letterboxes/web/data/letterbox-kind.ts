import { mayBeAsked } from '../../askable.ts'
import type { Letterbox } from '../../contract.ts'
import type { LetterboxKind } from '../../letterbox-kinds.ts'

/** What the marker of a letterbox looks like; the server says the same in its tiles. */
export function letterboxKind(
  letterbox: Pick<Letterbox, 'role_name' | 'enable_messaging' | 'takes_requests' | 'active'> & {
    reachable?: boolean
  },
): LetterboxKind {
  if (letterbox.role_name !== 'normal') return letterbox.role_name
  if (!mayBeAsked(letterbox)) return 'normal'
  return letterbox.active ? 'messaging_active' : 'messaging'
}
