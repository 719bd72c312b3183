import { isVisibleTo } from '#features/places/letterboxes/sight/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { countNetwork, refuseNetworkOver } from '#platform/server/identity/attempts.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'

import { readLetterboxCode } from '../letterbox-code.ts'
import { findCode } from './codes.queries.ts'

export type Scan =
  | { state: 'letterbox'; letterbox_id: string; placed: boolean }
  | { state: 'sheet'; code: string }
  | { state: 'renewed' }
  | { state: 'unknown' }

type ScanDeps = Pick<Deps, 'database' | 'config' | 'clock'>

const KEY = ['letterbox_code'] as const

/** Throws `rate_limited` if this network has tried too many unknown codes. Known ones are refused as well then. */
export const refuseGuessing = ({ database, config, clock }: ScanDeps, ip: string): Promise<void> =>
  refuseNetworkOver(database.orm, KEY, ip, config.networkLimits.unknown_codes, clock())

/** Counts an unknown code for a network. */
export async function countGuess({ database, config, clock }: ScanDeps, ip: string): Promise<void> {
  await countNetwork(database.orm, KEY, ip, config.networkLimits.unknown_codes, clock())
}

/**
 * Where a typed or scanned code leads. A letterbox that the viewer may not see gets the response of an unknown code,
 * even if the code was renewed, and counts as a guess like it. Throws `rate_limited`.
 */
export async function scanCode(
  deps: ScanDeps,
  typed: string,
  viewer: Viewer | null,
  ip: string,
): Promise<Scan> {
  const code = readLetterboxCode(typed)
  if (code === null) return { state: 'unknown' }
  await refuseGuessing(deps, ip)
  const found = await findCode(deps.database.orm, code, isVisibleTo(viewer))
  if (found && found.letterbox_id === null) return { state: 'sheet', code }
  if (!found?.letterbox_id || !found.isVisible) {
    await countGuess(deps, ip)
    return { state: 'unknown' }
  }
  if (found.ended_at) return { state: 'renewed' }
  return { state: 'letterbox', letterbox_id: found.letterbox_id, placed: found.isPlaced === true }
}
