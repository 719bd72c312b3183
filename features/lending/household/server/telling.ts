import { findMembers } from '#features/places/letterboxes/members/server/door.ts'
import { findLetterboxOfUser } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { type Change, householdChanged } from './mails.ts'

interface Person {
  id: string
  firstname: string
  email: string | null
  lang: Language
}

/** The owner of a letterbox and its members. */
interface People {
  owner: Person
  members: Person[]
}

/** The household in which a user manages a letterbox; null if there is none. */
export async function findPeople(db: Db, userId: string): Promise<People | null> {
  const full = await findLetterboxOfUser(db, userId)
  const owner = full && (await findUser(db, full.owner.id))
  if (!full || !owner) return null
  return { owner, members: await findMembers(db, [full.letterbox.id]) }
}

async function tellPerson(
  tx: Db,
  { mails, config }: MailDeps,
  to: Person,
  about: { change: Change; name: string },
): Promise<void> {
  if (!to.email) return
  await mails.enqueue(tx, {
    to: to.email,
    lang: to.lang,
    content: householdChanged({
      firstname: to.firstname,
      url: config.publicUrl + paths.household(),
      ...about,
    }),
  })
}

/** Notifies the remaining people that a person is no longer part of the household, except the one who caused it. */
async function tellWhoStays(
  tx: Db,
  deps: MailDeps,
  { owner, members }: People,
  gone: Person,
  except: readonly string[],
): Promise<void> {
  for (const person of [owner, ...members]) {
    if (person.id === gone.id || except.includes(person.id)) continue
    await tellPerson(tx, deps, person, { change: 'somebodyGone', name: gone.firstname })
  }
}

/** Notifies a member whom the owner has removed, and the other members. */
export async function tellOfRemoval(
  tx: Db,
  deps: MailDeps,
  people: People,
  memberId: string,
): Promise<void> {
  const removed = people.members.find(({ id }) => id === memberId)
  if (!removed) return
  await tellPerson(tx, deps, removed, { change: 'removed', name: people.owner.firstname })
  await tellWhoStays(tx, deps, people, removed, [people.owner.id])
}

/** Notifies a member who has left, as a receipt, and everyone who stays. */
export async function tellOfLeaving(
  tx: Db,
  deps: MailDeps,
  people: People,
  memberId: string,
): Promise<void> {
  const left = people.members.find(({ id }) => id === memberId)
  if (!left) return
  await tellPerson(tx, deps, left, { change: 'left', name: people.owner.firstname })
  await tellWhoStays(tx, deps, people, left, [])
}

/**
 * Notifies the remaining people that a person's account is deleted; `heirId`, the new owner of the letterbox,
 * gets a separate mail.
 */
export async function tellOfDeletion(
  tx: Db,
  deps: MailDeps,
  people: People,
  goneId: string,
  heirId: string | null,
): Promise<void> {
  const gone = [people.owner, ...people.members].find(({ id }) => id === goneId)
  if (gone) await tellWhoStays(tx, deps, people, gone, heirId === null ? [] : [heirId])
}
