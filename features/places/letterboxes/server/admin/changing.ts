import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import { CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import { recordDecision } from '#features/people/decisions/server/door.ts'
import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import {
  type LockedAccount,
  type LockedLetterbox,
  lockAsModerator,
} from '#features/places/letterboxes/members/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import type { MailContent } from '#platform/server/mail/mail-template.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { Position } from '#platform/shared/geography.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import type { AdminLetterbox, hidingSchema, letterboxEditSchema } from '../../contract.admin.ts'
import { letterboxes } from '../../tables.ts'
import { isElsewhere } from '../letterboxes.rules.ts'
import { letterboxCorrected } from '../mails/letterbox-corrected.ts'
import { letterboxHidden, letterboxShown } from '../mails.ts'
import { checkSpot, findNewAddress } from '../moving.ts'
import { placeLetterbox, replaceItems, updateAddress, updateLine } from '../writes.ts'
import { findStickers, findWholeLetterbox } from './letterboxes.queries.ts'

/** Context of a moderator's change to a letterbox. */
export interface Moderating {
  tx: Db
  letterbox: LockedLetterbox
  account: LockedAccount
  viewer: Viewer
  now: Date
}

/**
 * Changes a letterbox if it is unchanged since the client read it. Of two concurrent changes the second is rejected and
 * gets the result of the first. Throws `not_found`, and `changed_meanwhile` with the current letterbox.
 */
export async function moderate(
  deps: Deps,
  viewer: Viewer,
  { id, version }: { id: string; version: number },
  change: (moderating: Moderating) => Promise<void>,
): Promise<AdminLetterbox> {
  const { database, clock, letterboxFeed } = deps
  const now = clock()
  await database.orm.transaction(async (tx) => {
    const locked = await lockAsModerator(tx, viewer, id)
    if (!locked) throw new AppError('not_found')
    if (locked.letterbox.version !== version) {
      const current = await findWholeLetterbox(tx, id, deps)
      throw new AppError('changed_meanwhile', { current })
    }
    await change({ tx, ...locked, viewer, now })
  })
  await letterboxFeed.refresh([id])
  const changed = await findWholeLetterbox(database.orm, id, deps)
  if (!changed) throw new AppError('not_found')
  return changed
}

/** Notifies the owner of a change to the letterbox, regardless of notification settings. */
async function tellOwner(
  { tx, account }: Moderating,
  { mails }: MailDeps,
  content: MailContent,
): Promise<void> {
  const { email, email_confirmed_at, lang } = account
  if (email && email_confirmed_at) await mails.enqueue(tx, { to: email, lang, content })
}

const addressOf = ({
  address,
  postcode,
  city,
}: Pick<LockedLetterbox, 'address' | 'postcode' | 'city'>) => `${address}, ${postcode} ${city}`

/** The new address, spot and stickers. */
export type Correction = z.output<typeof letterboxEditSchema>

const POSTAL = ['address', 'address_addition', 'postcode', 'city', 'country'] as const

/** The spot given in a correction; null if it has none. */
function spotIn({ latitude, longitude }: Correction): Position | null {
  if ((latitude === null) !== (longitude === null))
    throw fieldError('latitude', VALIDATION.location)
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** The new spot of the letterbox; null if the correction does not move it. */
function newSpot(letterbox: LockedLetterbox, correction: Correction): Position | null {
  const spot = spotIn(correction)
  const isSameSpot =
    spot?.latitude === letterbox.latitude && spot?.longitude === letterbox.longitude
  return isSameSpot ? null : spot
}

/**
 * Geocodes the corrected address before anything is locked. Throws `validation` if the new spot cannot belong to the
 * address and the moderator did not mark it as certain.
 */
export async function findCorrected(
  deps: Deps,
  viewer: Viewer,
  { id, version }: { id: string; version: number },
  correction: Correction,
): Promise<GeocodingResult | false> {
  const spot = spotIn(correction)
  const within = inArea(viewer, letterboxes)
  const letterbox = await findWholeLetterbox(deps.database.orm, id, deps, within)
  // The slower of two moderators gets `changed_meanwhile` instead of an error about the spot.
  if (letterbox?.version !== version) return false
  const isMoved =
    spot &&
    letterbox &&
    (spot.latitude !== letterbox.latitude || spot.longitude !== letterbox.longitude)
  if (isMoved && !correction.certain) await checkSpot(deps, spot, correction)
  return findNewAddress(deps, { id }, correction)
}

/**
 * Replaces the stickers if they differ.
 * @returns the added and removed stickers; null if there are none
 */
async function changeStickers({ tx, letterbox, now }: Moderating, itemIds: readonly number[]) {
  const before = await findStickers(tx, letterbox.id)
  const newItemIds = new Set(itemIds)
  if (before.length === newItemIds.size && before.every(({ id }) => newItemIds.has(id))) return null
  if (!(await replaceItems(tx, letterbox, itemIds, now))) {
    throw fieldError('selected_items_id', VALIDATION.item)
  }
  const after = await findStickers(tx, letterbox.id)
  const oldItemIds = new Set(before.map(({ id }) => id))
  return {
    added: after.filter(({ id }) => !oldItemIds.has(id)),
    removed: before.filter(({ id }) => !newItemIds.has(id)),
  }
}

/** What the owner must do after an address correction if the new spot was not checked by a person. */
async function spotToDo(tx: Db, before: LockedLetterbox, address: PostalAddress) {
  if (!isElsewhere(before, address)) return null
  const [now] = await tx
    .select({ latitude: letterboxes.latitude })
    .from(letterboxes)
    .where(eq(letterboxes.id, before.id))
  return now?.latitude == null ? 'place' : 'confirm'
}

/**
 * Removes the lines that exist.
 * @returns the stickers that had one
 */
async function removeLines({ tx, letterbox, now }: Moderating, itemIds: readonly number[]) {
  const stickers = await findStickers(tx, letterbox.id)
  const withLine = stickers.filter(({ id, line }) => line !== null && itemIds.includes(id))
  for (const { id } of withLine) await updateLine(tx, letterbox, { item_id: id, line: null }, now)
  return withLine
}

/**
 * Applies the differences like the owner's own forms, and notifies the owner.
 * @param found result of {@link findCorrected}
 */
export async function correctLetterbox(
  moderating: Moderating,
  deps: MailDeps,
  correction: Correction,
  found: GeocodingResult | false,
): Promise<void> {
  const { tx, letterbox, account, viewer, now } = moderating
  const {
    latitude: _latitude,
    longitude: _longitude,
    certain: _certain,
    selected_items_id,
    removed_lines,
    ...address
  } = correction
  const spot = newSpot(letterbox, correction)
  const isAddressNew = POSTAL.some((part) => address[part] !== letterbox[part])
  if (isAddressNew) await updateAddress(tx, letterbox, address, found, now)
  if (spot) await placeLetterbox(tx, letterbox, spot, now)
  const stickers = await changeStickers(moderating, selected_items_id)
  const withoutLine = await removeLines(moderating, removed_lines)
  if (!isAddressNew && !spot && !stickers && withoutLine.length === 0) return
  const changed: Record<string, string> = {}
  if (isAddressNew) changed.address = CHANGED
  if (spot) changed.spot = CHANGED
  if (withoutLine.length > 0) changed.lines = CHANGED
  const idsOf = (some: { id: number }[]) => some.map(({ id }) => id)
  await recordAct(
    tx,
    viewer,
    {
      subject: 'letterbox',
      subject_id: letterbox.id,
      verb: 'update',
      before: stickers ? { ...changed, stickers: idsOf(stickers.removed) } : changed,
      after: stickers ? { ...changed, stickers: idsOf(stickers.added) } : changed,
    },
    now,
  )
  const nameIn = `name_${storedLanguage(account.lang)}` as const
  const namesOf = (some: { [name in typeof nameIn]: string }[]) => some.map((each) => each[nameIn])
  const content = letterboxCorrected({
    firstname: account.firstname,
    address: isAddressNew ? addressOf(address) : null,
    placed: spot !== null,
    spotTo: spot ? null : await spotToDo(tx, letterbox, address),
    added: namesOf(stickers?.added ?? []),
    removed: namesOf(stickers?.removed ?? []),
    withoutLine: namesOf(withoutLine),
    url: deps.config.publicUrl + paths.profile(),
  })
  await tellOwner(moderating, deps, content)
}

/** Hides a letterbox from others; if it is hidden already, only changes the reason. */
export async function hideLetterbox(
  moderating: Moderating,
  deps: MailDeps,
  { reason, ground }: z.output<typeof hidingSchema>,
): Promise<void> {
  const { tx, letterbox, account, viewer, now } = moderating
  await tx
    .update(letterboxes)
    .set({ hidden_at: letterbox.hidden_at ?? now, hidden_reason: reason, updated_at: now })
    .where(eq(letterboxes.id, letterbox.id))
  const act = { subject: 'letterbox', subject_id: letterbox.id, verb: 'hide' } as const
  await recordAct(tx, viewer, { ...act, after: { reason: CHANGED } }, now)
  const url = deps.config.publicUrl + paths.profile()
  const address = addressOf(letterbox)
  const decided = { user_id: account.id, kind: 'letterbox_hidden', ground, reason } as const
  const { inMail: decision } = await recordDecision(
    tx,
    deps,
    { ...decided, after_report: false, automated: false, decided_by: viewer.id },
    now,
  )
  const { firstname } = account
  const content = letterboxHidden({ firstname, address, reason, decision, url })
  await tellOwner(moderating, deps, content)
}

/** Shows a hidden letterbox again, if its owner's settings allow it. */
export async function showLetterbox(moderating: Moderating, deps: MailDeps): Promise<void> {
  const { tx, letterbox, account, viewer, now } = moderating
  if (letterbox.hidden_at === null) return
  await tx
    .update(letterboxes)
    .set({ hidden_at: null, hidden_reason: null, updated_at: now })
    .where(eq(letterboxes.id, letterbox.id))
  const act = { subject: 'letterbox', subject_id: letterbox.id, verb: 'show' } as const
  await recordAct(tx, viewer, act, now)
  const url = deps.config.publicUrl + paths.profile()
  const content = letterboxShown({
    firstname: account.firstname,
    address: addressOf(letterbox),
    url,
  })
  await tellOwner(moderating, deps, content)
}

/** Records whether the spot is right. Throws `conflict` if the letterbox has no spot to verify. */
export async function verifySpot(
  { tx, letterbox, viewer, now }: Moderating,
  verified: boolean,
): Promise<void> {
  if (letterbox.latitude === null && verified) throw new AppError('conflict')
  if (letterbox.location_verified === verified) return
  await tx
    .update(letterboxes)
    .set({ location_verified: verified, updated_at: now })
    .where(eq(letterboxes.id, letterbox.id))
  const verb = verified ? 'verify' : 'unverify'
  await recordAct(tx, viewer, { subject: 'letterbox', subject_id: letterbox.id, verb }, now)
}
