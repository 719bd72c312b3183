/**
 * Answers that did not reach the server. They are retried the next time; until then their announcements count as seen
 * on this device.
 */
const STORAGE_KEY = 'letterlend.unsentAnswers'

export type AnnouncementAnswer = boolean | null

interface Unsent {
  userId: string
  /** Keyed by the announcement's id. */
  answers: Record<string, AnnouncementAnswer>
}

function read(userId: string): Unsent {
  const none = { userId, answers: {} }
  try {
    const storedAnswers = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Unsent | null
    // Another account on the same device has its own answers.
    return storedAnswers?.userId === userId && storedAnswers.answers ? storedAnswers : none
  } catch {
    return none
  }
}

function write(unsent: Unsent): void {
  try {
    if (Object.keys(unsent.answers).length === 0) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(unsent))
  } catch {
    // Without storage the announcement is shown again another day.
  }
}

export function unsentAnswers(userId: string): { id: number; answer: AnnouncementAnswer }[] {
  return Object.entries(read(userId).answers).map(([id, answer]) => ({ id: Number(id), answer }))
}

export function keepUnsent(userId: string, id: number, answer: AnnouncementAnswer): void {
  const unsent = read(userId)
  write({ userId, answers: { ...unsent.answers, [id]: answer } })
}

export function forgetUnsent(userId: string, id: number): void {
  const { [id]: _sent, ...answers } = read(userId).answers
  write({ userId, answers })
}
