import type { FastifyInstance } from 'fastify'
import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { missingFacts } from '#platform/shared/settings/operator.ts'
import { adminLegalApi } from '../contract.admin.ts'
import { legalApi } from '../contract.ts'
import { findVersion, hasAgreedTo, insertConsent, listVersions } from './legal.queries.ts'
import { legalTemplate } from './legal-template.ts'
import { listPages, publishPage, withdrawPage } from './publishing.ts'

/** The version in force, from all versions newest first; null if it was withdrawn or there is none. */
const currentOf = ([newest]: { version: number; withdrawn_at: Date | null }[]): number | null =>
  newest && newest.withdrawn_at === null ? newest.version : null

const presentVersion = ({ version, published_at }: { version: number; published_at: Date }) => ({
  version,
  published_at: published_at.toISOString(),
})

export function addLegalRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, settings, clock } = deps
  const { orm } = database
  registerEndpoints(app, deps, 'legal', legalApi, {
    async page({ query: { page, version } }) {
      const versions = await listVersions(orm, page)
      const current = currentOf(versions)
      const wanted = version ?? current
      const row = wanted === null ? null : await findVersion(orm, page, wanted)
      if (!row) throw new AppError('not_found')
      return {
        version: row.version,
        published_at: row.published_at.toISOString(),
        texts: { de: row.text_de, en: row.text_en, fr: row.text_fr },
        current_version: current,
        versions: versions.map(presentVersion),
      }
    },

    async versions({ query: { page } }) {
      const versions = await listVersions(orm, page)
      return {
        versions: versions.map(presentVersion),
        withdrawn_at: versions[0]?.withdrawn_at?.toISOString() ?? null,
      }
    },

    async consent({ viewer }) {
      const { consentVersion } = settings.current().legal
      return {
        is_due: consentVersion !== null && !(await hasAgreedTo(orm, viewer.id, consentVersion)),
      }
    },

    async agree({ viewer, body: { version } }) {
      if (currentOf(await listVersions(orm, 'terms')) !== version) throw new AppError('conflict')
      await insertConsent(orm, { user_id: viewer.id, version, agreed_at: clock() })
      return null
    },
  })
  registerEndpoints(app, deps, 'legal', adminLegalApi, {
    async list() {
      return {
        pages: await listPages(orm, settings),
        missing_facts: missingFacts(settings.current().operator),
      }
    },

    template({ query: { page, country } }) {
      const { operator, limits, brand } = settings.current()
      const facts = {
        operator: { ...operator, country },
        config,
        limits,
        brand: brand.name,
        today: dayIn(config.timeZone, clock()),
      }
      return { texts: legalTemplate(page, facts) }
    },

    async publish({ body, viewer }) {
      const published = await orm.transaction((tx) => publishPage(tx, deps, viewer, body))
      // This process reloads before it responds; the other processes are notified.
      await settings.reload()
      return published
    },

    async withdraw({ body, viewer }) {
      const withdrawn = await orm.transaction((tx) => withdrawPage(tx, deps, viewer, body))
      await settings.reload()
      return withdrawn
    },
  })
}
