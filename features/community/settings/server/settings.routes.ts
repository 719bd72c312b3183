import type { FastifyInstance } from 'fastify'
import { CACHED_PRODUCTS } from '#features/shop/orders/products/server/door.ts'
import { takePicture } from '#platform/server/artwork/picture-taking.ts'
import { RefusedArtwork } from '#platform/server/artwork/refused-artwork.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { requireFreshProof } from '#platform/server/identity/proof.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { FRESH_PROOF_PARTS, may } from '#platform/shared/task-matrix.ts'
import { type SettingKey, settingsApi } from '../contract.admin.ts'
import { storeLogo } from './kept/brand-logo.ts'
import { listSettingVersions } from './kept/settings.queries.ts'
import { listSettings, restoreSetting, saveSetting } from './saving.ts'

/** Throws `task_missing`, because each setting needs its own task. */
function requireTask(viewer: Viewer, key: SettingKey): void {
  if (!may(viewer, `setting.${key}`)) throw new AppError('task_missing')
}

/** Throws what {@link requireTask} throws, and `fresh_proof_needed` for settings about money. */
function requireChange(viewer: Viewer, key: SettingKey, now: Date): void {
  requireTask(viewer, key)
  if (FRESH_PROOF_PARTS.includes(`setting.${key}`)) requireFreshProof(viewer, now)
}

export function addSettingRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database

  /** This process reloads before it responds; the other processes are notified. */
  async function changing<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const result = await orm.transaction(work)
    deps.announcedCaches.clear(CACHED_PRODUCTS)
    await deps.settings.reload()
    return result
  }

  registerEndpoints(
    app,
    deps,
    'settings',
    settingsApi,
    {
      async list({ viewer }) {
        const settings = await listSettings(orm, deps.config)
        return settings.filter(({ key }) => may(viewer, `setting.${key}`))
      },

      save({ body, viewer }) {
        requireChange(viewer, body.key, deps.clock())
        return changing((tx) => saveSetting(tx, deps, viewer, body))
      },

      history({ query, viewer }) {
        requireTask(viewer, query.key)
        return listSettingVersions(orm, query)
      },

      restore({ body, viewer }) {
        requireChange(viewer, body.key, deps.clock())
        return changing((tx) => restoreSetting(tx, deps, viewer, body))
      },

      async logo({ body: { file } }) {
        try {
          const picture = await takePicture(Buffer.from(file, 'base64'), { frame: 'own' })
          return { logo: await storeLogo(orm, picture, deps.clock()) }
        } catch (error) {
          if (error instanceof RefusedArtwork) throw fieldError('file', error.reason)
          throw error
        }
      },
    },
    { logo: 'uploads' },
  )
}
