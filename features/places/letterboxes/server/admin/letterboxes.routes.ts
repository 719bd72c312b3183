import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import { answerTo } from '#platform/server/questions.ts'
import { adminLetterboxesApi } from '../../contract.admin.ts'
import { letterboxes } from '../../tables.ts'
import { LETTERBOX_REPORTS } from '../questions.ts'
import {
  correctLetterbox,
  findCorrected,
  hideLetterbox,
  moderate,
  showLetterbox,
  verifySpot,
} from './changing.ts'
import { findWholeLetterbox } from './letterboxes.queries.ts'
import { searchLetterboxes } from './listing.ts'
import { changeRole } from './roles.ts'

/** Letterbox routes for the back office; callers outside the staff get 404. */
export function addAdminLetterboxRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps
  const { orm } = deps.database
  const reports = answerTo(deps, LETTERBOX_REPORTS)
  registerEndpoints(app, deps, 'letterboxes', adminLetterboxesApi, {
    list: ({ query, viewer }) =>
      searchLetterboxes(orm, query, {
        reports,
        within: inArea(viewer, letterboxes),
        now: clock(),
      }),

    async byId({ query, viewer }) {
      const letterbox = await findWholeLetterbox(orm, query.id, deps, inArea(viewer, letterboxes))
      if (!letterbox) throw new AppError('not_found')
      return letterbox
    },

    async update({ body: { id, version, ...correction }, viewer }) {
      const found = await findCorrected(deps, viewer, { id, version }, correction)
      return moderate(deps, viewer, { id, version }, (each) =>
        correctLetterbox(each, deps, correction, found),
      )
    },

    hide: ({ body, viewer }) =>
      moderate(deps, viewer, body, (each) => hideLetterbox(each, deps, body)),

    show: ({ body, viewer }) => moderate(deps, viewer, body, (each) => showLetterbox(each, deps)),

    verify: ({ body, viewer }) => moderate(deps, viewer, body, (each) => verifySpot(each, true)),

    unverify: ({ body, viewer }) => moderate(deps, viewer, body, (each) => verifySpot(each, false)),

    role: ({ body, viewer }) =>
      moderate(deps, viewer, body, (each) => changeRole(each, body, deps)),
  })
}
