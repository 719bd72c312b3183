import { eq } from 'drizzle-orm'
import { items } from '#features/places/items/tables.ts'
import type { Deps } from '#platform/server/deps.ts'
import {
  type AttemptLimit,
  limitAttempts,
  limitNetwork,
} from '#platform/server/identity/attempts.queries.ts'
import { mailboxOf } from '#platform/server/identity/mailbox.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { confirmWishUrl } from './links.ts'
import { wishConfirmation } from './mails.ts'
import { insertUnconfirmedWish, type NewWish } from './saving.ts'
import { createWishToken } from './wishes.queries.ts'

/** How many mails strangers can cause to one mailbox. */
const PER_ADDRESS: AttemptLimit = { max: 5, windowMs: DAY_MS }

/** Stores a visitor's wish and mails the address a link that activates it. Throws `rate_limited`. */
export async function askToConfirm(
  { database, config, clock, mails }: Pick<Deps, 'database' | 'config' | 'clock' | 'mails'>,
  email: string,
  wish: NewWish,
  ip: string,
): Promise<void> {
  const { orm } = database
  const now = clock()
  await limitNetwork(orm, ['wish'], ip, config.networkLimits.wishes, now)
  await limitAttempts(orm, ['wish', mailboxOf(email)], PER_ADDRESS, now)
  await orm.transaction(async (tx) => {
    const row = await insertUnconfirmedWish(tx, email, wish, now)
    const secret = await createWishToken(tx, row.id, 'confirm')
    const [item] = await tx.select().from(items).where(eq(items.id, wish.item_id))
    await mails.enqueue(tx, {
      to: email,
      lang: wish.lang,
      content: wishConfirmation({
        item: item?.[`name_${storedLanguage(wish.lang)}`] ?? '',
        place: wish.place,
        kilometres: wish.radius / 1000,
        url: confirmWishUrl(config, secret),
      }),
    })
  })
}
