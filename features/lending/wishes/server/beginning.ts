import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { boxAround } from '#platform/shared/geography.ts'
import { rememberKnown } from './wish-matches.queries.ts'
import type { WishRow } from './wishes.queries.ts'

/** How many existing letterboxes a new wish records. */
const MOST_KNOWN = 500

/** Letterboxes that would match the wish already. */
function knownTo({ letterboxFeed }: Pick<Deps, 'letterboxFeed'>, wish: WishRow): string[] {
  const { letterboxes } = letterboxFeed.index.nearest({
    stickerId: wish.item_id,
    box: boxAround(wish, wish.radius),
    from: wish,
    limit: MOST_KNOWN,
  })
  return letterboxes.filter(({ distance }) => distance <= wish.radius).map(({ id }) => id)
}

/**
 * Everything that activating a wish needs, in its transaction: the wish only looks for letterboxes that appear
 * later. Throws `too_many_wishes`, and `invalid_token` if there was no wish to activate.
 */
export async function beginWish(
  tx: Db,
  deps: Pick<Deps, 'letterboxFeed'>,
  row: WishRow | 'too_many' | 'gone',
  now: Date,
): Promise<WishRow> {
  if (row === 'too_many') throw new AppError('too_many_wishes')
  if (row === 'gone') throw new AppError('invalid_token')
  await rememberKnown(tx, row.id, knownTo(deps, row), now)
  return row
}
