import type { FastifyInstance, FastifyReply } from 'fastify'
import { recordActs } from '#features/people/audit/server/door.ts'
import { letIn } from '#features/people/newcomers/server/door.ts'
import { insertCodes, renderCodeStickers } from '#features/places/letterboxes/codes/server/door.ts'
import {
  changeOwn,
  findLetterboxOfUser,
  findPublicLetterboxes,
} from '#features/places/letterboxes/server/door.ts'
import { hasParcel } from '#features/shop/orders/order-steps.ts'
import { paperConfigOf } from '#features/shop/orders/papers/server/door.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import { type FullOrder, findOrder, findOrders } from '#features/shop/orders/server/door.ts'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import { texts } from '#platform/server/texts.ts'
import { LABELS_PER_SHEET } from '#platform/shared/label-sheet.ts'
import type { Language } from '#platform/shared/languages.ts'
import { adminParcelsApi } from '../contract.admin.ts'
import { parcelsApi } from '../contract.ts'
import { limitCodes } from './limits.ts'
import { codeOf, findUnclaimedAt, stickersOf } from './parcels.queries.ts'
import { PER_ACCOUNT, SHEET_CODES_MAX } from './parcels.rules.ts'
import { hasSheetCodes, sheetCodesOf } from './sheet-codes.ts'
import { openCode, verifyByParcel } from './verifying.ts'

/** Loads typefaces and the PDF renderer only with the first slip. */
const loadSlips = () => import('./packing-slip.ts')

const sendPdf = (reply: FastifyReply, name: string, file: Buffer) =>
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .send(file)

/** File name of a paper, in the language of the administrator. */
const fileName = (
  key:
    | 'papers.packingSlipsFile'
    | 'papers.packingListFile'
    | 'papers.addressLabelsFile'
    | 'papers.codeStickersFile',
  { lang }: { lang: Language },
) => texts('parcels', lang)(key)

/** What the label before the stickers of an order says. */
const codeStickersHeading = ({ order }: FullOrder): string[] => {
  const t = texts('parcels', order.lang)
  const { refno, firstname, lastname, amount } = order
  return [
    `${formatRefno(refno)} · ${firstname} ${lastname}`,
    t('papers.codeStickers.count', { count: amount }),
    t('papers.codeStickers.how'),
  ]
}

const isPosted = ({ order, is_refunded }: FullOrder) => hasParcel({ ...order, is_refunded })

/**
 * The orders with a parcel, in the given order; without those outside of the viewer's area. Throws `wrong_status` if no
 * order has one.
 */
async function parcelsOf(db: Db, viewer: Viewer, ids: readonly string[]): Promise<FullOrder[]> {
  const found = await findOrders(db, ids, inArea(viewer, orders))
  const orderById = new Map(found.map((full) => [full.order.id, full]))
  const fulls = [...new Set(ids)].flatMap((id) => orderById.get(id) ?? [])
  const posted = fulls.filter(isPosted)
  if (posted.length === 0) throw new AppError('wrong_status')
  return posted
}

/** Records in the audit log which paper of each order was printed. */
const notePrint = (
  { database, clock }: Deps,
  viewer: Viewer,
  fulls: readonly FullOrder[],
  paper: 'packing_slip' | 'packing_list' | 'address_label' | 'code_sticker',
) =>
  recordActs(
    database.orm,
    viewer,
    fulls.map(({ order }) => ({
      subject: 'order',
      subject_id: order.id,
      verb: 'print',
      label: order.refno,
      after: { paper },
    })),
    clock(),
  )

export function addParcelRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database

  /** The slip with the code of the order's parcel; null if it has no parcel. */
  const slipOf = async (full: FullOrder) =>
    isPosted(full)
      ? {
          full,
          code: await codeOf(orm, full.order.id, clock()),
          hasSheetCodes: await hasSheetCodes(orm, full.order.id),
        }
      : null

  registerEndpoints(app, deps, 'parcels', parcelsApi, {
    async verify({ body, viewer, request }) {
      await limitAttempts(orm, ['parcel', viewer.id], PER_ACCOUNT, clock())
      await limitCodes(deps, request.ip, clock())
      return changeOwn(deps, viewer, async (tx, letterbox, account, now) => {
        const { by_letter } = await verifyByParcel(tx, letterbox, body.code, now)
        // People invited by letter skip the waiting list.
        if (by_letter && account.waiting_since) await letIn(tx, deps, account.id, 'system')
      })
    },

    async aboutCode({ body, request }) {
      const now = clock()
      await limitCodes(deps, request.ip, now)
      const { code, takesOver } = await openCode(orm, body.code, now, { lock: false })
      const handed = takesOver && code.row.handed_letterbox_id
      return { ...code.place, items: handed ? await stickersOf(orm, handed) : [] }
    },

    async listedAlready({ viewer }) {
      const own = await findLetterboxOfUser(orm, viewer.id)
      if (!own) return { listed: false }
      const unclaimed = await findUnclaimedAt(orm, own.letterbox)
      // Reveals only letterboxes that are public on the map.
      return { listed: (await findPublicLetterboxes(orm, unclaimed)).length > 0 }
    },
  })
  registerEndpoints(
    app,
    deps,
    'parcels',
    adminParcelsApi,
    {
      async packingSlip({ query, reply, viewer }) {
        const full = await findOrder(orm, query.id, inArea(viewer, orders))
        if (!full) throw new AppError('not_found')
        const { renderPackingSlips, slipName } = await loadSlips()
        const slip = await slipOf(full)
        if (!slip) throw new AppError('wrong_status')
        await notePrint(deps, viewer, [full], 'packing_slip')
        const file = await renderPackingSlips([slip], paperConfigOf(deps))
        return sendPdf(reply, `${slipName(full.order.lang)}-${full.order.refno}`, file)
      },

      async packingSlips({ body, reply, viewer }) {
        const fulls = await parcelsOf(orm, viewer, body.ids)
        const { renderPackingSlips } = await loadSlips()
        const slips = []
        for (const full of fulls) slips.push((await slipOf(full)) ?? [])
        const [first, ...others] = slips.flat()
        if (!first) throw new AppError('wrong_status')
        await notePrint(deps, viewer, fulls, 'packing_slip')
        return sendPdf(
          reply,
          fileName('papers.packingSlipsFile', viewer),
          await renderPackingSlips([first, ...others], paperConfigOf(deps)),
        )
      },

      async packingList({ body: { ids, lang }, reply, viewer }) {
        const fulls = await parcelsOf(orm, viewer, ids)
        const { renderPackingList } = await import('./packing-list.ts')
        await notePrint(deps, viewer, fulls, 'packing_list')
        return sendPdf(
          reply,
          fileName('papers.packingListFile', { lang }),
          await renderPackingList(fulls, lang, paperConfigOf(deps), clock()),
        )
      },

      async codeStickers({ body, reply, viewer }) {
        const fulls = await parcelsOf(orm, viewer, body.ids)
        const sheets = fulls.reduce((sum, { order }) => sum + order.amount, 0)
        if (sheets > SHEET_CODES_MAX) throw new AppError('too_many_sheets')
        const groups = []
        for (const full of fulls) {
          const codes = await orm.transaction((tx) => sheetCodesOf(tx, full.order, clock()))
          groups.push({ heading: codeStickersHeading(full), codes, lang: full.order.lang })
        }
        await notePrint(deps, viewer, fulls, 'code_sticker')
        const { brandName, publicUrl } = paperConfigOf(deps)
        const look = { lang: viewer.lang, brandName, publicUrl }
        return sendPdf(
          reply,
          fileName('papers.codeStickersFile', viewer),
          await renderCodeStickers(groups, look),
        )
      },

      async handOutStickers({ body: { lang }, reply }) {
        const codes = await insertCodes(orm, null, LABELS_PER_SHEET, clock())
        const { brandName, publicUrl } = paperConfigOf(deps)
        return sendPdf(
          reply,
          fileName('papers.codeStickersFile', { lang }),
          await renderCodeStickers([{ heading: [], codes, lang }], { lang, brandName, publicUrl }),
        )
      },

      async addressLabels({ body: { ids, start }, reply, viewer }) {
        const fulls = await parcelsOf(orm, viewer, ids)
        const { renderAddressLabels } = await import('./address-labels.ts')
        await notePrint(deps, viewer, fulls, 'address_label')
        return sendPdf(
          reply,
          fileName('papers.addressLabelsFile', viewer),
          await renderAddressLabels(fulls, start, paperConfigOf(deps)),
        )
      },
    },
    {
      packingSlip: 'packing_slips',
      packingSlips: 'papers',
      packingList: 'papers',
      addressLabels: 'papers',
      codeStickers: 'papers',
      handOutStickers: 'printed_sheets',
    },
  )
}
