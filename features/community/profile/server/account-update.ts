import { changeLogin, checkLoginChange } from '#features/people/accounts/server/door.ts'
import { tellOfPlace } from '#features/people/newcomers/server/door.ts'
import { lockOwn } from '#features/places/letterboxes/members/server/door.ts'
import {
  findNewAddress,
  insertLetterbox,
  updateAddress,
  updateNames,
} from '#features/places/letterboxes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import type { profileApi } from '../contract.ts'

/** Updates the account in one transaction. */
export async function updateAccount(
  deps: Deps,
  viewer: Viewer,
  update: BodyOutput<typeof profileApi.updateAccountInfo>,
  now: Date,
): Promise<void> {
  const {
    email: _e,
    firstname,
    lastname,
    new_password: _n,
    current_password: _c,
    ...address
  } = update
  const login = await checkLoginChange(deps, viewer, update, now)
  const found = await findNewAddress(deps, { managedBy: viewer.id }, address)
  await deps.database.orm.transaction(async (tx) => {
    const { account, letterbox } = await lockOwn(tx, viewer)
    await changeLogin(tx, deps, account, login, viewer)
    await updateNames(tx, account, { firstname, lastname })
    if (letterbox) await updateAddress(tx, letterbox, address, found, now)
    else await insertLetterbox(tx, account, address, now)
    await tellOfPlace(tx, deps, viewer)
  })
}
