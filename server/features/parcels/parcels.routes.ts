import { parcelsApi } from '@letterlend/contract/parcels.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import { limitAttempts } from '../../identity/attempts.queries.ts'
import { networkOf } from '../../identity/visitor-network.ts'
import { changeOwn } from '../letterboxes/letterboxes.changing.ts'
import { findOrder } from '../orders/orders.queries.ts'
import { codeOf } from './parcels.queries.ts'
import { hasParcel, PER_ACCOUNT, PER_NETWORK } from './parcels.rules.ts'
import { verifyByParcel } from './parcels.verifying.ts'

/** A slip is drawn anew each time. */
const SLIPS_LIMIT = { max: 200, timeWindow: '10 minutes' }

/** Loaded with the first slip: typefaces and all that draws a PDF. */
const loadSlips = () => import('./packing-slip.ts')

export function addParcelRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock } = deps
  const { orm } = database

  registerEndpoints(
    app,
    deps,
    'parcels',
    parcelsApi,
    {
      async verify({ body, viewer, request }) {
        await limitAttempts(orm, ['parcel', viewer.id], PER_ACCOUNT, clock())
        await limitAttempts(orm, ['parcel', networkOf(request.ip)], PER_NETWORK, clock())
        return changeOwn(deps, viewer, (tx, letterbox, _account, now) =>
          verifyByParcel(tx, letterbox, body.code, now),
        )
      },

      async packingSlip({ query, reply }) {
        const full = await findOrder(orm, query.id)
        if (!full) throw new AppError('not_found')
        if (!hasParcel(full)) throw new AppError('wrong_status')
        const code = await codeOf(orm, full.order.id, clock())
        const { renderPackingSlip, SLIP_NAME } = await loadSlips()
        const file = await renderPackingSlip(full, code, config)
        const name = `${SLIP_NAME[full.order.lang]}-${full.order.refno}.pdf`
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(file)
      },
    },
    { packingSlip: SLIPS_LIMIT },
  )
}
