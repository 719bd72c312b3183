import type { FastifyInstance } from 'fastify'
import type { AuditVerb } from '#features/audit/audit-acts.ts'
import { recordAct } from '#features/audit/server/door.ts'
import { takePicture } from '#platform/server/artwork/picture-taking.ts'
import { RefusedArtwork } from '#platform/server/artwork/refused-artwork.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { answersTo } from '#platform/server/questions.ts'
import { type AdminItem, adminItemsApi, type ItemContent } from '../contract.admin.ts'
import type { ItemRow } from '../tables.ts'
import { mergeItems, previewMerge } from './admin-items.merging.ts'
import { findItem, lockItem, searchItems } from './admin-items.queries.ts'
import { addItem, moveItem, rewriteItem, setActive } from './admin-items.writing.ts'
import { storeArtwork } from './artwork/artwork.queries.ts'
import { makeSticker } from './artwork/artwork-making.ts'
import { ITEM_USE } from './items.questions.ts'

/** Drawing a picture takes a while. */
const ARTWORK_LIMIT = { max: 60, timeWindow: '10 minutes' }

const SHOWN_IN_AUDIT = [
  'name_de',
  'name_en',
  'name_fr',
  'name_it',
  'synonyms',
  'category',
  'sticker',
  'image_path',
  'active',
] as const

/** Before and after, as far as they differ. */
function differences(before: AdminItem | null, after: AdminItem) {
  const changed = SHOWN_IN_AUDIT.filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after[field]),
  )
  const pick = (item: AdminItem) =>
    Object.fromEntries(changed.map((field) => [field, item[field]] as const))
  return { before: before && pick(before), after: pick(after) }
}

/** Routes of items for those who look after them; for everybody else there are none. */
export function addAdminItemRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  const uses = answersTo(deps, ITEM_USE)

  async function findWhole(db: Db, id: number): Promise<AdminItem> {
    const item = await findItem(db, uses, id)
    if (!item) throw new AppError('not_found')
    return item
  }

  /**
   * Changes an item that is still as it was read, and notes it. Throws `not_found`, `changed_meanwhile`
   * with the item as it is, `conflict` where it became a part of another one or cannot be changed so.
   */
  const changeAsRead = (
    { id, version }: { id: number; version: number },
    viewer: Viewer,
    verb: AuditVerb,
    write: (tx: Db, item: ItemRow, now: Date) => Promise<boolean>,
  ): Promise<AdminItem> =>
    orm.transaction(async (tx) => {
      const item = await lockItem(tx, id)
      if (!item) throw new AppError('not_found')
      const before = await findWhole(tx, id)
      if (item.version !== version) throw new AppError('changed_meanwhile', { current: before })
      const now = deps.clock()
      if (item.merged_into !== null || !(await write(tx, item, now))) throw new AppError('conflict')
      const after = await findWhole(tx, id)
      const about = { subject: 'item', subject_id: id, label: after.name_de } as const
      await recordAct(tx, viewer, { ...about, verb, ...differences(before, after) }, now)
      return after
    })

  const activate =
    (active: boolean) =>
    ({ body, viewer }: { body: { id: number; version: number }; viewer: Viewer }) =>
      changeAsRead(body, viewer, active ? 'activate' : 'deactivate', async (tx, item) => {
        if (item.active === active) return false
        await setActive(tx, item, active)
        return true
      })

  const create = (content: ItemContent, viewer: Viewer) =>
    orm.transaction(async (tx) => {
      const now = deps.clock()
      const id = await addItem(tx, content, now)
      const after = await findWhole(tx, id)
      const about = { subject: 'item', subject_id: id, label: after.name_de } as const
      await recordAct(tx, viewer, { ...about, verb: 'create', ...differences(null, after) }, now)
      return after
    })

  const merge = (id: number, version: number, into: number, viewer: Viewer) =>
    orm.transaction(async (tx) => {
      // In the order of their ids: two who merge them crosswise do not wait for each other.
      const locked = new Map<number, ItemRow | null>()
      for (const one of [id, into].sort((a, b) => a - b)) locked.set(one, await lockItem(tx, one))
      const [from, other] = [locked.get(id), locked.get(into)]
      if (!from || !other) throw new AppError('not_found')
      if (from.version !== version)
        throw new AppError('changed_meanwhile', { current: await findWhole(tx, id) })
      if (id === into || from.merged_into !== null || other.merged_into !== null)
        throw new AppError('conflict')
      const moved = await previewMerge(tx, uses, id, into)
      const now = deps.clock()
      await mergeItems(tx, uses, from, other, now)
      const about = { subject: 'item', subject_id: id, label: from.name_de } as const
      const after = { into: other.name_de, into_id: into, ...moved }
      await recordAct(tx, viewer, { ...about, verb: 'merge', after }, now)
      return findWhole(tx, into)
    })

  registerEndpoints(
    app,
    deps,
    'items',
    adminItemsApi,
    {
      list: ({ query }) => searchItems(orm, uses, query),

      byId: ({ query }) => findWhole(orm, query.id),

      create: ({ body, viewer }) => create(body, viewer),

      update: ({ body: { id, version, ...content }, viewer }) =>
        changeAsRead({ id, version }, viewer, 'update', async (tx, item, now) => {
          await rewriteItem(tx, item, content, now)
          return true
        }),

      activate: activate(true),

      deactivate: activate(false),

      move: ({ body: { to, ...read }, viewer }) =>
        changeAsRead(read, viewer, 'sort', (tx, item) => moveItem(tx, item, to)),

      async mergePreview({ query: { id, into } }) {
        await Promise.all([findWhole(orm, id), findWhole(orm, into)])
        return previewMerge(orm, uses, id, into)
      },

      merge: ({ body: { id, version, into }, viewer }) => merge(id, version, into, viewer),

      async artwork({ body: { file, category } }) {
        try {
          const picture = await takePicture(Buffer.from(file, 'base64'))
          const made = await makeSticker(picture, category)
          await storeArtwork(orm, made, deps.clock())
          return { image_path: made.path }
        } catch (error) {
          if (error instanceof RefusedArtwork) throw fieldError('file', error.reason)
          throw error
        }
      },
    },
    { artwork: ARTWORK_LIMIT },
  )
}
