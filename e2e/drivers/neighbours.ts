import { WORKERS } from '../workers.ts'
import { type Api, freshEmail, type Mail, type Person } from './api.ts'

/** An item of the catalogue, with its names. */
export const LADDER = { id: 1, de: 'Leiter', en: 'Ladder', fr: 'Échelle' }
/** Position of new lenders, in Zürich. */
const LENDERS_AT = { latitude: 47.37, longitude: 8.54 }
/** The initial view of the map, with them on its first page on every device. */
export const LENDERS_VIEW = `lat=${LENDERS_AT.latitude}&lng=${LENDERS_AT.longitude}&z=15`
export const LENDERS_MAP = `/?${LENDERS_VIEW}`
/** How far north of the view's centre, in degrees; on a phone the half-open sheet covers the centre. */
const ABOVE_THE_SHEET = 0.004

export interface Lender extends Person {
  address: string
  password: string
}

const HOUSES = 60_000
let lastHouse = HOUSES

/**
 * House numbers that decrease over time, separate for each worker. The newest lender lives nearest to the centre of
 * the map and is therefore on the first page of its list, however many tests ran before.
 */
function nextHouse(): number {
  const quarters = Math.floor((Date.now() - Number(process.env.E2E_STARTED)) / 250)
  const worker = Number(process.env.TEST_PARALLEL_INDEX) % WORKERS
  lastHouse = Math.min(lastHouse - WORKERS, HOUSES - WORKERS * quarters - worker)
  return lastHouse
}

/** A lender of a ladder with a password, within the lenders' view on every device. */
export async function createLender(api: Api, password: string): Promise<Lender> {
  const person = await api.registerNeighbour([LADDER.id])
  const house = nextHouse()
  const address = `Kappelergasse ${house}`
  const { token } = person
  await api.post('/auth/setPassword', { password }, token)
  await api.post(
    '/letterboxes/updateLetterboxAddress',
    {
      firstname: 'Rosa',
      lastname: 'Probst',
      address,
      postcode: '8001',
      city: 'Zürich',
      country: 'CH',
    },
    token,
  )
  await api.post(
    '/letterboxes/updateLetterboxLocation',
    {
      latitude: LENDERS_AT.latitude + ABOVE_THE_SHEET,
      longitude: LENDERS_AT.longitude + house / 5e7,
    },
    token,
  )
  return { ...person, address, password }
}

/** The link in the mail that invites a person to the household of a letterbox's owner. */
export async function invitationOf(
  api: Api,
  owner: Pick<Person, 'token'>,
  email = freshEmail(),
): Promise<string> {
  await api.post('/household/invite', { email }, owner.token)
  return invitationLink(await api.mailTo(email))
}

export function invitationLink({ text }: Pick<Mail, 'text'>): string {
  const link = /\S+\/household\/join\?token=[\w-]+/.exec(text)?.[0]
  if (!link) throw new Error(`No invitation in: ${text}`)
  return link
}
