import type { FastifyInstance } from 'fastify'
import type { AuditVerb } from '#features/people/audit/audit-acts.ts'
import { recordAct } from '#features/people/audit/server/door.ts'
import { takePicture } from '#platform/server/artwork/picture-taking.ts'
import { RefusedArtwork } from '#platform/server/artwork/refused-artwork.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { answersTo } from '#platform/server/questions.ts'
import { type AdminItem, adminItemsApi, type ItemContent } from '../../contract.admin.ts'
import type { ItemRow } from '../../tables.ts'
import { storeArtwork } from '../artwork/artwork.queries.ts'
import { makeSticker } from '../artwork/artwork-making.ts'
import { CACHED_ITEMS } from '../items.queries.ts'
import { ITEM_USE, type ItemUse } from '../questions.ts'
import { findItem, lockItem, searchItems } from './items.queries.ts'
import { mergeItems, previewMerge } from './merging.ts'
import { addItem, moveItem, rewriteItem, setActive } from './writing.ts'

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

/** The fields that changed, before and after. */
function differences(before: AdminItem | null, after: AdminItem) {
  const changed = SHOWN_IN_AUDIT.filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after[field]),
  )
  const pick = (item: AdminItem) =>
    Object.fromEntries(changed.map((field) => [field, item[field]] as const))
  return { before: before && pick(before), after: pick(after) }
}

/** Dependencies of every change to an item. */
interface ItemAdministration {
  /** Runs a change in a transaction and clears the cached item list afterwards. */
  changing: <T>(work: (tx: Db) => Promise<T>) => Promise<T>
  uses: readonly ItemUse[]
  clock: Deps['clock']
}

async function findWhole(db: Db, uses: readonly ItemUse[], id: number): Promise<AdminItem> {
  const item = await findItem(db, uses, id)
  if (!item) throw new AppError('not_found')
  return item
}

/**
 * Changes an item if it is unchanged since the client read it, and records the change. Throws `not_found`,
 * `changed_meanwhile` with the current item, and `conflict` if the item was merged or cannot be changed in this way.
 */
function changeAsRead(
  { changing, uses, clock }: ItemAdministration,
  { id, version }: { id: number; version: number },
  viewer: Viewer,
  verb: AuditVerb,
  write: (tx: Db, item: ItemRow, now: Date) => Promise<boolean>,
): Promise<AdminItem> {
  return changing(async (tx) => {
    const item = await lockItem(tx, id)
    if (!item) throw new AppError('not_found')
    const before = await findWhole(tx, uses, id)
    if (item.version !== version) throw new AppError('changed_meanwhile', { current: before })
    const now = clock()
    if (item.merged_into !== null || !(await write(tx, item, now))) throw new AppError('conflict')
    const after = await findWhole(tx, uses, id)
    const about = { subject: 'item', subject_id: id, label: after.name_de } as const
    await recordAct(tx, viewer, { ...about, verb, ...differences(before, after) }, now)
    return after
  })
}

function create(
  { changing, uses, clock }: ItemAdministration,
  content: ItemContent,
  viewer: Viewer,
): Promise<AdminItem> {
  return changing(async (tx) => {
    const now = clock()
    const id = await addItem(tx, content, now)
    const after = await findWhole(tx, uses, id)
    const about = { subject: 'item', subject_id: id, label: after.name_de } as const
    await recordAct(tx, viewer, { ...about, verb: 'create', ...differences(null, after) }, now)
    return after
  })
}

function merge(
  { changing, uses, clock }: ItemAdministration,
  { id, version, into }: { id: number; version: number; into: number },
  viewer: Viewer,
): Promise<AdminItem> {
  return changing(async (tx) => {
    // Locks by ascending id, so that two crosswise merges of the same items cannot deadlock.
    const lockedItems = new Map<number, ItemRow | null>()
    for (const one of [id, into].sort((a, b) => a - b)) {
      lockedItems.set(one, await lockItem(tx, one))
    }
    const [from, other] = [lockedItems.get(id), lockedItems.get(into)]
    if (!from || !other) throw new AppError('not_found')
    if (from.version !== version) {
      throw new AppError('changed_meanwhile', { current: await findWhole(tx, uses, id) })
    }
    if (id === into || from.merged_into !== null || other.merged_into !== null) {
      throw new AppError('conflict')
    }
    const movedCounts = await previewMerge(tx, uses, id, into)
    const now = clock()
    await mergeItems(tx, uses, from, other, now)
    const about = { subject: 'item', subject_id: id, label: from.name_de } as const
    const after = { into: other.name_de, into_id: into, ...movedCounts }
    await recordAct(tx, viewer, { ...about, verb: 'merge', after }, now)
    return findWhole(tx, uses, into)
  })
}

/** Item routes for administrators; callers outside the staff get 404. */
export function addAdminItemRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  const uses = answersTo(deps, ITEM_USE)
  const administration: ItemAdministration = {
    async changing(work) {
      const result = await orm.transaction(work)
      deps.announcedCaches.clear(CACHED_ITEMS)
      return result
    },
    uses,
    clock: () => deps.clock(),
  }

  const activate =
    (active: boolean) =>
    ({ body, viewer }: { body: { id: number; version: number }; viewer: Viewer }) => {
      const verb = active ? 'activate' : 'deactivate'
      return changeAsRead(administration, body, viewer, verb, async (tx, item) => {
        if (item.active === active) return false
        await setActive(tx, item, active)
        return true
      })
    }

  registerEndpoints(
    app,
    deps,
    'items',
    adminItemsApi,
    {
      list: ({ query }) => searchItems(orm, uses, query),

      byId: ({ query }) => findWhole(orm, uses, query.id),

      create: ({ body, viewer }) => create(administration, body, viewer),

      update: ({ body: { id, version, ...content }, viewer }) =>
        changeAsRead(administration, { id, version }, viewer, 'update', async (tx, item, now) => {
          await rewriteItem(tx, item, content, now)
          return true
        }),

      activate: activate(true),

      deactivate: activate(false),

      move: ({ body: { to, ...read }, viewer }) =>
        changeAsRead(administration, read, viewer, 'sort', (tx, item) => moveItem(tx, item, to)),

      async mergePreview({ query: { id, into } }) {
        await Promise.all([findWhole(orm, uses, id), findWhole(orm, uses, into)])
        return previewMerge(orm, uses, id, into)
      },

      merge: ({ body, viewer }) => merge(administration, body, viewer),

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
    { artwork: 'uploads' },
  )
}
