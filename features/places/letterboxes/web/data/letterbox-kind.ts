import { mayBeAsked } from '../../askable.ts'
import type { Letterbox } from '../../contract.ts'
import type { LetterboxKind } from '../../letterbox-kinds.ts'

/** The kind of a letterbox's marker; the server applies the same rule to tiles. */
export function letterboxKind(
  letterbox: Pick<Letterbox, 'role_name' | 'enable_messaging' | 'takes_requests' | 'active'> & {
    reachable?: boolean
  },
): LetterboxKind {
  if (letterbox.role_name !== 'normal') return letterbox.role_name
  if (!mayBeAsked(letterbox)) return 'normal'
  return letterbox.active ? 'messaging_active' : 'messaging'
}
