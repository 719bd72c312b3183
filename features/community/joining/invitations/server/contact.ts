import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'

/**
 * Whom the people who get a letter can write to or call, on one line. Throws `contact_missing` where the settings name neither
 * an e-mail address nor a telephone number.
 */
export function contactOf({ settings }: Pick<Deps, 'settings'>): string {
  const { name, email, phone } = settings.current().operator
  const ways = [email, phone].filter((way) => way !== '')
  if (ways.length === 0) throw new AppError('contact_missing')
  return [name, ...ways].filter((part) => part !== '').join(', ')
}
