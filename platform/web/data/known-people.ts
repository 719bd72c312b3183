/**
 * People who have logged in in this browser, and the login link it requested. Only for them does a mail's link act
 * immediately: programs that scan mails also open links, in browsers of their own, and run scripts. Contains only ids
 * and random numbers, and stays after logging out.
 */
const PEOPLE_KEY = 'letterlend.people'
const ASKED_KEY = 'letterlend.askedLink'
/** Number of people to remember. */
const MOST_PEOPLE = 5

export const outlivesLogout = (key: string): boolean => key === PEOPLE_KEY || key === ASKED_KEY

function readPeople(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PEOPLE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Without storage, each link needs a confirmation.
  }
}

export const isKnownPerson = (userId: string): boolean => readPeople().includes(userId)

/** Remembers the person who is logged in, latest first. */
export function notePerson(userId: string): void {
  const people = readPeople()
  if (people[0] === userId) return
  const others = people.filter((id) => id !== userId)
  store(PEOPLE_KEY, JSON.stringify([userId, ...others].slice(0, MOST_PEOPLE)))
}

/** For deleted accounts. */
export function forgetPerson(userId: string): void {
  store(PEOPLE_KEY, JSON.stringify(readPeople().filter((id) => id !== userId)))
}

/** Creates a mark that the requested login link will contain: 22 random characters, stored until the next request. */
export function newAskedMark(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const text = btoa(String.fromCharCode(...bytes)).replaceAll('=', '')
  const mark = text.replaceAll('+', '-').replaceAll('/', '_')
  store(ASKED_KEY, mark)
  return mark
}

/** Whether this browser requested the link with this mark. */
export function hasAskedFor(mark: string | null): boolean {
  try {
    return mark !== null && localStorage.getItem(ASKED_KEY) === mark
  } catch {
    return false
  }
}
