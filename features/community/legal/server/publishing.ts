import { recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import { LEGAL_PAGES, type LegalPage } from '#platform/shared/legal-pages.ts'
import type { AdminLegalPage, adminLegalApi } from '../contract.admin.ts'
import { findNewestVersions, insertVersion, markWithdrawn } from './legal.queries.ts'

/** Settings used in each page's template. */
const SETTINGS_OF: Record<LegalPage, readonly string[]> = {
  imprint: ['operator'],
  privacy_notice: ['operator', 'limits'],
  terms: ['operator'],
  accessibility: ['operator'],
}

type Settings = Pick<Deps['settings'], 'savedAt' | 'current'>

/** Each page as administrators see it. */
export async function listPages(db: Db, settings: Settings): Promise<AdminLegalPage[]> {
  const { country } = settings.current().operator
  const newest = await findNewestVersions(db)
  return LEGAL_PAGES.map((page) => {
    const found = newest.find(({ row }) => row.page === page)
    if (!found) {
      return {
        page,
        version: 0,
        country,
        published_at: null,
        published_by: null,
        texts: null,
        withdrawn_at: null,
        asks_consent: false,
        is_outdated: false,
      }
    }
    const { row, name, publisher } = found
    const changed = settings.savedAt(SETTINGS_OF[page])
    return {
      page,
      version: row.version,
      country: row.country,
      published_at: row.published_at.toISOString(),
      published_by: publisher === null ? null : { id: publisher, name },
      texts: { de: row.text_de, en: row.text_en, fr: row.text_fr },
      withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
      asks_consent: row.asks_consent,
      is_outdated: changed !== null && changed > row.published_at,
    }
  })
}

async function findOne(db: Db, settings: Settings, page: LegalPage): Promise<AdminLegalPage> {
  const found = (await listPages(db, settings)).find((each) => each.page === page)
  if (!found) throw new Error(`Unexpected page: ${page}`)
  return found
}

/**
 * Publishes the next version of a page that is still at the version that was read. Throws `changed_meanwhile` with the
 * current page if another request was faster.
 */
export async function publishPage(
  tx: Db,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  publisher: { id: string },
  { page, country, version, texts, asks_consent }: BodyOutput<typeof adminLegalApi.publish>,
): Promise<AdminLegalPage> {
  const before = await findOne(tx, settings, page)
  const now = clock()
  const row = {
    page,
    version: version + 1,
    country,
    text_de: texts.de,
    text_en: texts.en,
    text_fr: texts.fr,
    asks_consent: page === 'terms' && asks_consent,
    published_at: now,
    published_by: publisher.id,
    withdrawn_at: null,
  }
  if (before.version !== version || !(await insertVersion(tx, row))) {
    throw new AppError('changed_meanwhile', { current: await findOne(tx, settings, page) })
  }
  await settings.announce(tx)
  const after = { version: row.version, country, ...(page === 'terms' && { asks_consent }) }
  // The audit log leaves the texts out; they stay in their versions.
  await recordAct(
    tx,
    publisher,
    {
      subject: 'legal_page',
      subject_id: page,
      verb: 'publish',
      before: version > 0 ? { version } : null,
      after,
    },
    now,
  )
  return findOne(tx, settings, page)
}

/**
 * Withdraws the version that was read. No version is in force until the next one is published. Throws
 * `changed_meanwhile` with the current page if another version is in force, `conflict` if none is.
 */
export async function withdrawPage(
  tx: Db,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  staff: { id: string },
  { page, version }: BodyOutput<typeof adminLegalApi.withdraw>,
): Promise<AdminLegalPage> {
  const before = await findOne(tx, settings, page)
  if (before.version !== version) throw new AppError('changed_meanwhile', { current: before })
  const now = clock()
  if (!(await markWithdrawn(tx, page, version, now))) throw new AppError('conflict')
  await settings.announce(tx)
  const act = { subject: 'legal_page', subject_id: page, verb: 'retire' } as const
  await recordAct(tx, staff, { ...act, before: { version }, after: null }, now)
  return findOne(tx, settings, page)
}
