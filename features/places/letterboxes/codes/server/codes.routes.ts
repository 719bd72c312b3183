import type { FastifyInstance, FastifyRequest } from 'fastify'
import { lockOwn } from '#features/places/letterboxes/members/server/door.ts'
import { findLetterboxOfUser } from '#features/places/letterboxes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
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

  /** Does something with a typed code; if the step finds no sheet, the code counts as a guess. */
  async function withSheet<Result>(
    typed: string,
    viewer: Viewer,
    { ip }: FastifyRequest,
    step: (deps: Deps, code: string, viewer: Viewer) => Promise<Result | null | false>,
  ): Promise<Result> {
    await limitAttempts(orm, ['claim_code', viewer.id], CLAIMS, clock())
    await refuseGuessing(deps, ip)
    const code = readLetterboxCode(typed)
    const result = code && (await step(deps, code, viewer))
    if (result) return result
    await countGuess(deps, ip)
    throw new AppError('not_found')
  }

  registerEndpoints(app, deps, 'letterboxCodes', letterboxCodesApi, {
    async scan({ query, viewer, request }) {
      const scan = await scanCode(deps, query.code, viewer, request.ip)
      if (scan.state === 'unknown') throw new AppError('not_found')
      if (scan.state !== 'sheet') return scan
      const { state, code } = scan
      if (!viewer) return { state, claimable: false, givable: false }
      return {
        state,
        claimable: await mayClaim(deps, code, viewer),
        givable: await mayGiveAway(deps, code, viewer),
      }
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
      const letterbox_id = await withSheet(body.code, viewer, request, claimSheet)
      return { letterbox_id }
    },

    async giveAway({ body, viewer, request }) {
      await withSheet(body.code, viewer, request, giveSheetAway)
      return null
    },
  })
}
