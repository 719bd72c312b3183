import type { FastifyInstance } from 'fastify'
import { tellOfTakenFile } from '#features/people/accounts/sessions/server/door.ts'
import { recordAct } from '#features/people/audit/server/door.ts'
import { ownCodeOf } from '#features/places/letterboxes/codes/server/door.ts'
import { findPublicLetterboxes } from '#features/places/letterboxes/server/door.ts'
import { paperConfigOf } from '#features/shop/orders/papers/server/door.ts'
import { formatParcelCode } from '#features/shop/parcels/parcel-code.ts'
import {
  type CountedBatch,
  codeExpiry,
  findBatch,
  findBatches,
  findLetters,
  type ParcelCodeRow,
  revokeLetters,
} from '#features/shop/parcels/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { may } from '#platform/shared/task-matrix.ts'
import { invitationsApi, type LetterBatch, type LetterState } from '../contract.admin.ts'
import { contactOf } from './contact.ts'
import { findHouseStates, findImportedPlaces, findImportName, findNames } from './houses.queries.ts'
import { choosePlaces, makeBatch } from './making.ts'
import { findStreet, searchStreets } from './street-choice.ts'

/** Loaded with the first letter, because it brings fonts and the PDF library. */
const loadLetters = () => import('./letter-paper.ts')

const present = ({ batch, by_id, by_name, handed, ...counts }: CountedBatch): LetterBatch => ({
  id: batch.id,
  label: batch.label,
  lang: batch.lang,
  created_at: batch.created_at.toISOString(),
  expires_at: batch.expires_at.toISOString(),
  by: by_id === null ? null : { id: by_id, name: by_name },
  imported: handed > 0,
  ...counts,
})

/** Short addresses of those letterboxes that are on the map, by letterbox. */
async function addressesOf(
  deps: Deps,
  letterboxIds: string[],
  typed: (code: string) => string,
): Promise<Map<string, string>> {
  const onMap = await findPublicLetterboxes(deps.database.orm, letterboxIds)
  const addresses = new Map<string, string>()
  for (const { letterbox } of onMap) {
    const { code } = await ownCodeOf(deps, letterbox.id)
    addresses.set(letterbox.id, typed(code))
  }
  return addresses
}

const stateOf = ({ used_at, revoked_at, expires_at }: ParcelCodeRow, now: Date): LetterState => {
  if (used_at) return 'used'
  if (revoked_at) return 'revoked'
  return expires_at <= now ? 'expired' : 'open'
}

/** Routes of letters of invitation. */
export function addInvitationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock, streetMap } = deps
  const { orm } = database

  /** Throws `not_found`, and `task_missing` if the letters contain names. */
  async function batchFor(db: Db, viewer: Viewer, id: string): Promise<CountedBatch> {
    const batch = await findBatch(db, viewer, id, clock())
    if (!batch) throw new AppError('not_found')
    if (batch.handed > 0 && !may(viewer, 'invitation.imported')) throw new AppError('task_missing')
    return batch
  }

  registerEndpoints(
    app,
    deps,
    'invitations',
    invitationsApi,
    {
      async list({ query, viewer }) {
        const { rows, total } = await findBatches(orm, viewer, query, clock())
        return { rows: rows.map(present), total }
      },

      async byId({ query, viewer }) {
        const now = clock()
        const batch = await batchFor(orm, viewer, query.id)
        const letters = await findLetters(orm, query.id)
        return {
          ...present(batch),
          text: batch.batch.text,
          list: letters.map((letter) => ({
            code: formatParcelCode(letter.code),
            address: letter.address ?? '',
            postcode: letter.postcode ?? '',
            city: letter.city ?? '',
            state: stateOf(letter, now),
          })),
        }
      },

      streets: ({ query, viewer }) => searchStreets(viewer, streetMap.streets, query.search),

      async houses({ query, viewer }) {
        const street = await findStreet(viewer, streetMap.streets, query)
        if (!street) throw new AppError('not_found')
        const addresses = street.houses.map(({ number }) => `${street.name} ${number}`)
        const states = await findHouseStates(orm, street, addresses, clock())
        return street.houses.map(({ number }) => ({
          number,
          state: states.get(`${street.name} ${number}`) ?? 'free',
        }))
      },

      async imported({ query }) {
        if ((await findImportName(orm, query.id)) === null) throw new AppError('not_found')
        const places = await findImportedPlaces(orm, query.id, clock())
        return places.map(({ country: _, ...place }) => place)
      },

      create({ body, viewer }) {
        contactOf(deps)
        return orm.transaction(async (tx) => {
          const { id } = await makeBatch(tx, deps, viewer, body)
          return present(await batchFor(tx, viewer, id))
        })
      },

      async preview({ body: { source, lang, text, window }, viewer, reply }) {
        const { places } = await choosePlaces(orm, deps, viewer, source)
        const [place] = places
        if (!place) throw new AppError('not_found')
        const { renderPreview, previewName } = await loadLetters()
        const file = await renderPreview(place, {
          batch: { lang, text, window },
          config: paperConfigOf(deps),
          contact: contactOf(deps),
          expires_at: codeExpiry(clock()),
        })
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${previewName(lang)}.pdf"`)
          .send(file)
      },

      async letters({ query, viewer, reply }) {
        const now = clock()
        const { batch } = await batchFor(orm, viewer, query.id)
        const open = (await findLetters(orm, query.id)).filter(
          (letter) => stateOf(letter, now) === 'open',
        )
        const [first, ...others] = open
        if (!first) throw new AppError('wrong_status')
        const handed = open.flatMap(({ handed_letterbox_id }) => handed_letterbox_id ?? [])
        const { renderLetters, lettersName, typedAddress } = await loadLetters()
        const config = paperConfigOf(deps)
        const file = await renderLetters([first, ...others], {
          batch,
          names: await findNames(orm, handed),
          addresses: await addressesOf(deps, handed, (code) =>
            typedAddress(config.publicUrl, code),
          ),
          config,
          contact: contactOf(deps),
        })
        const act = { subject: 'letter_batch', subject_id: batch.id, verb: 'print' } as const
        await orm.transaction(async (tx) => {
          await recordAct(tx, viewer, { ...act, label: batch.label }, now)
          if (handed.length > 0) await tellOfTakenFile(tx, deps, viewer, 'letters')
        })
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${lettersName(batch.lang)}.pdf"`)
          .send(file)
      },

      revoke({ body, viewer }) {
        return orm.transaction(async (tx) => {
          const now = clock()
          const { batch } = await batchFor(tx, viewer, body.id)
          const letters = await revokeLetters(tx, body.id, body.code, now)
          if (letters > 0) {
            const act = { subject: 'letter_batch', subject_id: batch.id, verb: 'cancel' } as const
            await recordAct(tx, viewer, { ...act, label: batch.label, after: { letters } }, now)
          }
          return present(await batchFor(tx, viewer, body.id))
        })
      },
    },
    { letters: 'printed_sheets', preview: 'printed_sheets', create: 'invitation_batches' },
  )
}
