import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { upkeepApi } from '#features/lending/upkeep/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { seedItems } from '#features/places/items/server/seed.ts'
import { mayBeAsked } from '#features/places/letterboxes/askable.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { feedMailings } from '#platform/server/mail/mailings.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type LetterboxImport, letterboxImportsApi } from '../contract.admin.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  await seedItems(test.deps.database.orm)
  await test.deps.jobs.work()
})
afterAll(() => test.close())
const orm = () => test.deps.database.orm
// The clock advances by more than a session lasts.
beforeEach(async () => {
  admin = await createUser(orm(), { role_id: 3 })
})

const HEADER = 'address;postcode;city;latitude;longitude;items;firstname;email;messaging'
const row = (street: string, rest: string) => `${street};8004;Zürich;47.37;8.54;${rest}`

const byId = async (id: string) =>
  (await test.call(letterboxImportsApi.byId, { as: admin.token, query: { id } })).body
const settled = (id: string) =>
  vi.waitFor(
    async () => {
      const now = await byId(id)
      expect(['checking', 'writing']).not.toContain(now.status)
      return now
    },
    { timeout: 20_000, interval: 200 },
  )

async function importAll(lines: string[], mail_owners: boolean): Promise<LetterboxImport> {
  const content = Buffer.from([HEADER, ...lines].join('\n')).toString('base64')
  const body = { file_name: 'list.csv', content, lang: 'de' } as const
  const file = await test.call(letterboxImportsApi.check, { as: admin.token, body })
  const { id, version } = await settled(file.body.id)
  await test.call(letterboxImportsApi.run, { as: admin.token, body: { id, version, mail_owners } })
  return settled(id)
}
const mailOwners = ({ id, version }: LetterboxImport) =>
  test.call(letterboxImportsApi.mailOwners, { as: admin.token, body: { id, version } })

async function mailsTo(email: string) {
  await feedMailings(test.deps)
  return (await test.mails()).filter(({ recipient }) => recipient === email)
}
async function letterboxAt(address: string) {
  const [letterbox] = await orm().select().from(letterboxes).where(eq(letterboxes.address, address))
  const query = { letterbox_id: letterbox?.id ?? '' }
  return test.call(letterboxesApi.byId, { query })
}
const linkIn = (html: string | undefined, name: string) =>
  new RegExp(`${name}=([\\w-]{43})`).exec(html ?? '')?.[1] ?? ''
const confirm = (token: string) =>
  test.call(accountsApi.emailConfirmation, { body: { email_confirmation_token: token } })

it('an import mails no owners unless the staff chooses it', async () => {
  const done = await importAll([row('Stillweg 1', 'Leiter;Ida;still@example.org;ja')], false)
  expect(done.claim_mails).toEqual({ open: 1, begun_at: null, waiting: 0, sent: 0 })
  expect(await mailsTo('still@example.org')).toEqual([])
})

it('an import mails each owner once, with the letterbox data and a claim link', async () => {
  const lines = [
    row('Claimweg 1', 'Leiter, Beamer;Ida;ida@example.org;ja'),
    row('Claimweg 2', 'Leiter;Ueli;;'),
  ]
  const done = await importAll(lines, false)
  expect(done.claim_mails).toMatchObject({ open: 1, begun_at: null })
  expect((await mailOwners(done)).body.claim_mails).toMatchObject({ open: expect.any(Number) })
  const [mail] = await mailsTo('ida@example.org')
  expect(mail?.subject).toContain('Dein Briefkasten auf der Karte')
  for (const told of ['Hallo Ida', 'Claimweg 1, 8004 Zürich', 'Leiter', 'Beamer', 'Von der Karte'])
    expect(mail?.text).toContain(told)

  // Neither a second click nor importing the same list again sends more mails.
  expect((await mailOwners(done)).error.code).toBe('conflict')
  await importAll([row('Claimweg 1', 'Leiter;Ida;ida@example.org;ja')], true)
  expect(await mailsTo('ida@example.org')).toHaveLength(1)
  expect((await byId(done.id)).claim_mails).toMatchObject({ open: 0, waiting: 0, sent: 1 })
  const audit = await test.call(auditApi.list, {
    as: admin.token,
    query: { subject: 'csv_import', subject_id: done.id },
  })
  expect(audit.body.rows.filter(({ verb }) => verb === 'send')).toHaveLength(1)

  const unclaimed = await letterboxAt('Claimweg 1')
  expect(mayBeAsked(unclaimed.body)).toBe(false)
  test.advance(55 * DAY_MS)
  const token = linkIn(mail?.html, 'email_confirmation_token')
  expect((await confirm(token)).status).toBe(200)
  const claimed = await letterboxAt('Claimweg 1')
  expect(mayBeAsked(claimed.body)).toBe(true)
  expect((await confirm(token)).error.errorMsg).toBe('alreadyConfirmed')
})

it('a mail chosen with the import has a link that takes the letterbox off the map without an account', async () => {
  const line = row('Wegweg 1', 'Leiter;Uma;uma@example.org;ja')
  const done = await importAll([line], true)
  expect(done.claim_mails?.begun_at).not.toBeNull()
  const [mail] = await mailsTo('uma@example.org')
  expect((await letterboxAt('Wegweg 1')).status).toBe(200)
  const token = linkIn(mail?.html, 'confirm\\?token')
  const body = { token, answer: 'take_off' } as const
  expect((await test.call(upkeepApi.answerConfirmation, { body })).status).toBe(204)
  expect((await letterboxAt('Wegweg 1')).status).toBe(404)
})

it('an import skips owners who confirmed their address before the mail was due', async () => {
  const done = await importAll([row('Frühweg 1', 'Leiter;Eva;eva@example.org;ja')], false)
  await orm()
    .update(users)
    .set({ email_confirmed_at: test.deps.clock() })
    .where(eq(users.email, 'eva@example.org'))
  expect((await mailOwners(done)).status).toBe(200)
  expect(await mailsTo('eva@example.org')).toEqual([])
})

it('registering with the address of an imported letterbox mails the claim link', async () => {
  const email = 'register@example.org'
  const done = await importAll([row('Claimweg 9', `Leiter;Ida;${email};ja`)], false)
  expect(done.counts?.create).toBe(1)
  const registration = {
    firstname: 'Otto',
    lastname: 'Anders',
    email,
    lang: 'de',
    address: 'Anderswo 3',
    postcode: '8400',
    city: 'Winterthur',
    country: 'CH',
  } as const
  const refused = await test.call(registrationApi.register, { body: registration })
  expect([refused.status, refused.error.errors?.email]).toEqual([
    422,
    ['errors.validation.claimMailed'],
  ])
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  const { body } = await confirm(linkIn(mail?.html, 'email_confirmation_token'))
  const info = (await test.call(profileApi.userinfo, { as: body.api_token ?? '' })).body
  expect([info.firstname, info.letterbox?.address]).toEqual(['Ida', 'Claimweg 9'])
  const again = await test.call(registrationApi.register, { body: registration })
  expect(again.error.errors?.email).toEqual(['errors.validation.emailTaken'])
})
