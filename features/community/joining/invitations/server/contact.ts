import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'

/**
 * How recipients of a letter can reach the community, on one line. Throws `contact_missing` if the settings have
 * neither an e-mail address nor a telephone number.
 */
export function contactOf({ settings }: Pick<Deps, 'settings'>): string {
  const { name, email, phone } = settings.current().operator
  const ways = [email, phone].filter((way) => way !== '')
  if (ways.length === 0) throw new AppError('contact_missing')
  return [name, ...ways].filter((part) => part !== '').join(', ')
}
