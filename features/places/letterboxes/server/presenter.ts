import type { ItemRef } from '#features/places/items/contract.ts'
import {
  isAvailable,
  lentUntil,
  type RunningLoan,
  type WantedDays,
} from '#features/places/letterboxes/lent/server/door.ts'
import { isActive, roleNameOf } from '#features/places/letterboxes/map-index/server/door.ts'
import {
  presentPrivacy,
  presentPublicPrivacy,
} from '#features/places/letterboxes/privacy/server/door.ts'
import type { CommunityMoment } from '#platform/server/community-day.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import type { AnswerBand } from '../answer-bands.ts'
import { isOutOfReach } from '../askable.ts'
import type { Letterbox, LetterboxItem, OwnLetterbox } from '../contract.ts'
import type { LetterboxRow } from '../tables.ts'
import type { letterboxColumns, ownerColumns } from './letterbox-columns.ts'

/** A stored sticker. The number of copies is visible only to those who manage the letterbox. */
export type StoredItem = ItemRef & { copies: number; line: string | null }

/** A letterbox with everything needed to show it, except its running loans. */
export interface FullLetterbox {
  letterbox: Pick<LetterboxRow, keyof typeof letterboxColumns>
  owner: Pick<UserRow, keyof typeof ownerColumns>
  items: StoredItem[]
  answers: AnswerBand
  loans: number
  /** Whether mails to the owner bounce. */
  refused: boolean
  /** Whether a request would reach anyone in the household. */
  reachable: boolean
}

/** Running loans by owner id, as returned by `LENDING`. */
export type RunningLoans = ReadonlyMap<string, readonly RunningLoan[]>

function publicEmail({ owner }: FullLetterbox, loggedIn: boolean): string | null {
  if (owner.reseller) return owner.email
  return owner.show_email && loggedIn ? owner.email : null
}

function presentItem(
  item: StoredItem,
  running: readonly RunningLoan[],
  today: string,
  days: WantedDays | null = null,
): Omit<LetterboxItem, 'lent_until'> {
  return {
    id: item.id,
    image_path: item.image_path,
    available: isAvailable(item, running, { from: today, until: today }, today),
    free: days ? isAvailable(item, running, days, today) : undefined,
    line: item.line ?? undefined,
  }
}

/** The day on which the owner last confirmed the stickers. */
export const confirmedOn = ({ items_confirmed_at }: Pick<LetterboxRow, 'items_confirmed_at'>) =>
  items_confirmed_at?.toISOString().slice(0, 10) ?? null

/**
 * The public view: contains name and e-mail address only if the owner shows them.
 * @param days those that the viewer looks for
 */
export function presentLetterbox(
  full: FullLetterbox & { letterbox: { latitude: number | null; longitude: number | null } },
  runningLoans: RunningLoans,
  viewer: { loggedIn: boolean },
  { now, today }: CommunityMoment,
  distance: number | null = null,
  days: WantedDays | null = null,
): Letterbox {
  const { letterbox, owner, items, answers, loans, refused, reachable } = full
  const running = runningLoans.get(owner.id) ?? []
  const { latitude, longitude } = letterbox
  const outOfReach = isOutOfReach(owner, reachable)
  if (latitude === null || longitude === null) {
    throw new Error(`Unexpected letterbox without a place: ${letterbox.id}`)
  }
  const enable_messaging = owner.enable_messaging && !outOfReach
  return {
    id: letterbox.id,
    user_id: owner.id,
    latitude,
    longitude,
    address: letterbox.address,
    address_addition: letterbox.address_addition,
    postcode: letterbox.postcode,
    city: letterbox.city,
    country: letterbox.country,
    role_name: roleNameOf(owner, now),
    enable_messaging,
    takes_requests: owner.takes_requests,
    reachable: !outOfReach,
    active: isActive(owner, now),
    location_verified: letterbox.location_verified,
    address_verified: letterbox.address_verified_at !== null,
    firstname: owner.show_name ? owner.firstname : null,
    lastname: owner.show_name ? owner.lastname : null,
    email: publicEmail(full, viewer.loggedIn),
    items: items.map((item) => ({
      lent_until: viewer.loggedIn ? lentUntil(item, running, today) : null,
      ...presentItem(item, running, today, days),
    })),
    answers,
    hard_to_reach: viewer.loggedIn && refused,
    silent: letterbox.silent_since !== null,
    loans,
    distance,
    items_confirmed_at: confirmedOn(letterbox),
    created_at: letterbox.created_at.toISOString(),
    show_on_map: true,
    beta_tester: owner.beta_tester,
    privacy: {
      show_on_map: true,
      show_name: owner.show_name,
      // Visitors must not learn that members see an e-mail address.
      show_email: owner.show_email && viewer.loggedIn,
      enable_messaging,
    },
  }
}

/** When and why the community hid a letterbox; null if it is not hidden. */
export const hidingOf = ({
  hidden_at,
  hidden_reason,
}: Pick<LetterboxRow, 'hidden_at' | 'hidden_reason'>) =>
  hidden_at && { at: hidden_at.toISOString(), reason: hidden_reason ?? '' }

/** The view for those who manage the letterbox. Only the owner gets the owner's e-mail address. */
export function presentOwnLetterbox(
  { letterbox, owner, items, answers, loans, refused, reachable }: FullLetterbox,
  runningLoans: RunningLoans,
  { now, today }: CommunityMoment,
  viewerId: string,
): OwnLetterbox {
  const isOwner = owner.id === viewerId
  const running = runningLoans.get(owner.id) ?? []
  return {
    id: letterbox.id,
    user_id: owner.id,
    latitude: letterbox.latitude,
    longitude: letterbox.longitude,
    address: letterbox.address,
    address_addition: letterbox.address_addition,
    postcode: letterbox.postcode,
    city: letterbox.city,
    country: letterbox.country,
    role_name: roleNameOf(owner, now),
    enable_messaging: owner.enable_messaging,
    takes_requests: owner.takes_requests,
    reachable,
    active: isActive(owner, now),
    location_verified: letterbox.location_verified,
    address_verified: letterbox.address_verified_at !== null,
    firstname: owner.firstname,
    lastname: owner.lastname,
    email: isOwner ? owner.email : null,
    items: items.map((item) => ({
      copies: item.copies,
      lent_until: lentUntil(item, running, today),
      ...presentItem(item, running, today),
    })),
    answers,
    hard_to_reach: refused,
    silent: letterbox.silent_since !== null,
    loans,
    distance: null,
    items_confirmed_at: confirmedOn(letterbox),
    created_at: letterbox.created_at.toISOString(),
    show_on_map: owner.show_on_map,
    holiday_until: letterbox.holiday_until,
    gone: letterbox.gone_since !== null,
    hidden: hidingOf(letterbox),
    beta_tester: isOwner && owner.beta_tester,
    // Only the owner sees the owner's notification settings; the other settings are visible on the letterbox anyway.
    privacy: isOwner ? presentPrivacy(owner) : presentPublicPrivacy(owner),
  }
}
