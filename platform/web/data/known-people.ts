/**
 * Who has been logged in in this browser, and which login link it has asked for. A link of a mail acts by itself for
 * them alone: programs that look through mails open links too, in browsers of their own, and run scripts there.
 * Ids and random numbers only; they stay after logging out.
 */
const PEOPLE_KEY = 'letterlend.people'
const ASKED_KEY = 'letterlend.askedLink'
/** Of the last people who were here. */
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
    // Without storage each link asks first.
  }
}

export const isKnownPerson = (userId: string): boolean => readPeople().includes(userId)

/** Somebody is logged in here, the latest first. */
export function notePerson(userId: string): void {
  const people = readPeople()
  if (people[0] === userId) return
  const others = people.filter((id) => id !== userId)
  store(PEOPLE_KEY, JSON.stringify([userId, ...others].slice(0, MOST_PEOPLE)))
}

/** Their account is gone. */
export function forgetPerson(userId: string): void {
  store(PEOPLE_KEY, JSON.stringify(readPeople().filter((id) => id !== userId)))
}

/** What this browser finds again in the login link that it asks for: 22 random letters, kept until the next one. */
export function newAskedMark(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const text = btoa(String.fromCharCode(...bytes)).replaceAll('=', '')
  const mark = text.replaceAll('+', '-').replaceAll('/', '_')
  store(ASKED_KEY, mark)
  return mark
}

/** Whether this browser has asked for the link that carries the mark. */
export function hasAskedFor(mark: string | null): boolean {
  try {
    return mark !== null && localStorage.getItem(ASKED_KEY) === mark
  } catch {
    return false
  }
}
