import { type Scan, scanCode } from '#features/places/letterboxes/codes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import type { PageNote } from './page-template.ts'

/** `limited`: the network has tried too many unknown codes. */
type PageScan = Scan | { state: 'limited' }

/**
 * Where the code of a page's address leads a visitor. A page load has no session, so owners of hidden letterboxes are
 * recognised by the app.
 */
export async function scanOf(deps: Deps, typed: string, ip: string): Promise<PageScan> {
  try {
    return await scanCode(deps, typed, null, ip)
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return { state: 'limited' }
    throw error
  }
}

const STATUS = { sheet: 200, renewed: 410, unknown: 404, limited: 429 } as const

/** The page of a code that leads to no letterbox. It needs no script. */
export function scanPage(
  state: keyof typeof STATUS,
  lang: Language,
): { status: number; note: PageNote } {
  const t = texts('codes', lang)
  const links = [{ text: t('server.toMap'), path: paths.map() }]
  if (state === 'sheet') links.push({ text: t('server.join'), path: paths.registerStep(1) })
  return {
    status: STATUS[state],
    note: { title: t(`server.${state}.title`), text: t(`server.${state}.text`), links },
  }
}
