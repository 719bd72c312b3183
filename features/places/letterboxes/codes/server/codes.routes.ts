import type { FastifyInstance } from 'fastify'
import { lockOwn } from '#features/places/letterboxes/members/server/door.ts'
import { findLetterboxOfUser } from '#features/places/letterboxes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { letterboxCodesApi } from '../contract.ts'
import { readLetterboxCode } from '../letterbox-code.ts'
import { claimSheet, giveSheetAway, mayClaim, mayGiveAway } from './claiming.ts'
import { endCodes, findOwnCode, insertCode } from './codes.queries.ts'
import { CLAIMS, RENEWALS } from './codes.rules.ts'
import { ownCodeOf } from './own-code.ts'
import { countGuess, refuseGuessing, scanCode } from './scanning.ts'

export function addCodeRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  registerEndpoints(app, deps, 'letterboxCodes', letterboxCodesApi, {
    async scan({ query, viewer, request }) {
      const scan = await scanCode(deps, query.code, viewer, request.ip)
      if (scan.state === 'unknown') throw new AppError('not_found')
      if (scan.state !== 'sheet') return scan
      const claimable = viewer !== null && (await mayClaim(deps, scan, viewer))
      const givable = viewer !== null && (await mayGiveAway(deps, scan, viewer))
      return { state: scan.state, claimable, givable }
    },

    async own({ viewer }) {
      const own = await findLetterboxOfUser(orm, viewer.id)
      if (!own) throw new AppError('conflict')
      return ownCodeOf(deps, own.letterbox.id)
    },

    async renew({ viewer }) {
      await limitAttempts(orm, ['renew_code', viewer.id], RENEWALS, clock())
      return orm.transaction(async (tx) => {
        const { account, letterbox } = await lockOwn(tx, viewer)
        if (!letterbox) throw new AppError('conflict')
        // Everything printed before ends, so members of the household cannot do it.
        if (letterbox.user_id !== account.id) throw new AppError('forbidden')
        await endCodes(tx, letterbox.id, clock())
        await insertCode(tx, letterbox.id, clock())
        const renewed = await findOwnCode(tx, letterbox.id)
        if (!renewed) throw new Error('Unexpected letterbox without its new code')
        return renewed
      })
    },

    async claim({ body, viewer, request }) {
      await limitAttempts(orm, ['claim_code', viewer.id], CLAIMS, clock())
      await refuseGuessing(deps, request.ip)
      const code = readLetterboxCode(body.code)
      const letterbox_id = code && (await claimSheet(deps, code, viewer))
      if (letterbox_id) return { letterbox_id }
      await countGuess(deps, request.ip)
      throw new AppError('not_found')
    },

    async giveAway({ body, viewer, request }) {
      await limitAttempts(orm, ['claim_code', viewer.id], CLAIMS, clock())
      await refuseGuessing(deps, request.ip)
      const code = readLetterboxCode(body.code)
      if (code && (await giveSheetAway(deps, code, viewer))) return null
      await countGuess(deps, request.ip)
      throw new AppError('not_found')
    },
  })
}
