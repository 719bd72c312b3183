import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { letterboxes, users } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import type { Viewer } from '../accounts/sessions.queries.ts'
import type { LetterboxRow, UserRow } from './letterboxes.presenter.ts'

declare const owned: unique symbol

/** An account that its own user is changing, locked until the transaction ends. */
export type OwnAccount = UserRow & { readonly [owned]: true }
/** A letterbox that belongs to whoever makes the call, locked until the transaction ends. */
export type OwnLetterboxRow = LetterboxRow & { readonly [owned]: true }

/** The only way to get what the writes in `letterboxes.writes.ts` take. */
export async function lockOwn(
  tx: Db,
  viewer: Viewer,
): Promise<{ account: OwnAccount; letterbox: OwnLetterboxRow | null }> {
  const [account] = await tx.select().from(users).where(eq(users.id, viewer.id)).for('update')
  if (!account) throw new AppError('unauthorized')
  const [letterbox] = await tx
    .select()
    .from(letterboxes)
    .where(eq(letterboxes.user_id, account.id))
    .for('update')
  return {
    account: account as OwnAccount,
    letterbox: (letterbox as OwnLetterboxRow | undefined) ?? null,
  }
}
