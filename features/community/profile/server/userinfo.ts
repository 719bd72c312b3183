import { canLogIn } from '#features/people/accounts/server/door.ts'
import { LENDING } from '#features/places/letterboxes/lent/server/door.ts'
import { presentPrivacy } from '#features/places/letterboxes/privacy/server/door.ts'
import {
  findAccountAndLetterbox,
  presentOwnLetterbox,
} from '#features/places/letterboxes/server/door.ts'
import { listOrders } from '#features/shop/orders/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { answerTo } from '#platform/server/questions.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import type { Userinfo } from '../contract.ts'

/** The account as its owner sees it; null if it was deleted meanwhile. */
export async function findUserinfo(
  db: Db,
  userId: string,
  deps: Pick<Deps, 'clock' | 'config' | 'features'>,
): Promise<Userinfo | null> {
  const [account, lent, orders] = await Promise.all([
    findAccountAndLetterbox(db, userId),
    answerTo(deps, LENDING).findRunningOfUser(db, userId),
    listOrders(db, userId),
  ])
  if (!account) return null
  const { user, tours, refused, full } = account
  const place = full?.letterbox
  return {
    id: user.id,
    firstname: user.firstname,
    lastname: user.lastname,
    email: user.email ?? '',
    new_email: user.new_email,
    email_confirmed: user.email_confirmed_at !== null,
    email_refused: refused,
    has_password: user.password_hash !== null,
    can_log_in: await canLogIn(db, deps, user),
    address: place?.address ?? null,
    address_addition: place?.address_addition ?? null,
    postcode: place?.postcode ?? null,
    city: place?.city ?? null,
    country: place?.country ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    letterbox: full ? presentOwnLetterbox(full, lent, momentOf(deps), user.id) : null,
    orders,
    privacy: presentPrivacy(user),
    user_settings: { lang: user.lang, ...tours },
    role_id: user.role_id,
    tasks: tasksOf(user),
    area: user.area,
    waiting_since: user.waiting_since?.toISOString() ?? null,
    beta_tester: user.beta_tester,
    created_at: user.created_at.toISOString(),
  }
}
