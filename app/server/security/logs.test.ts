import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { wishesApi } from '#features/lending/wishes/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { createLogger } from '#platform/server/http/watching/logging.ts'
import { createLetterbox, createUser } from '../testing/factories.ts'
import { createTestApp } from '../testing/test-app.ts'

const PASSWORD = 'Holunderstrauch hinterm Haus'
const MESSAGE = 'Can I have the tent from Friday to Sunday?'
const PERSON = {
  firstname: 'Wilhelmina',
  lastname: 'Tannwald',
  email: 'wilhelmina@example.org',
  address: 'Nebelgasse 77',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  lang: 'en' as const,
}

it('the log of a whole visit contains no personal data, even at its lowest level', async () => {
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    },
  })
  const test = await createTestApp({
    deps: { logger: createLogger('trace', { destination: stream }) },
  })
  const { email } = PERSON
  const secrets = new Set<string>([PASSWORD, MESSAGE, PERSON.lastname, PERSON.address])
  const mailed = async () => {
    const mails = await test.mails()
    for (const { recipient, subject, html, text } of mails) {
      for (const each of [recipient, subject, ...((html + text).match(/[\w-]{43}/g) ?? [])])
        secrets.add(each)
    }
    return /(?:token|lt)=([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  }
  try {
    const registered = await test.call(registrationApi.register, { body: PERSON })
    const link = await mailed()
    const { body } = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: link },
    })
    const as = body.api_token
    await test.call(accountsApi.setPassword, { as, body: { password: PASSWORD } })
    const login = await test.call(accountsApi.login, { body: { email, password: PASSWORD } })
    await test.call(accountsApi.login, { body: { email, password: `${PASSWORD}!` } })
    await test.call(accountsApi.forgotPassword, { body: { email } })
    const reset = await test.call(accountsApi.resetPassword, {
      body: { token: await mailed(), password: `${PASSWORD}?` },
    })
    const { owner } = await createLetterbox(test.deps.database.orm, {
      items: [4],
      ownerFields: { enable_messaging: true, enable_notifications: true },
    })
    const guest = await createUser(test.deps.database.orm, { enable_messaging: true })
    const creation = await test.call(requestsApi.create, {
      as: guest.token,
      body: { renter_id: owner.id, item_id: 4, text: MESSAGE },
    })
    await test.call(wishesApi.create, {
      body: { item_id: 4, latitude: 47, longitude: 8, radius: 5000, email: 'wisher@example.org' },
    })
    await mailed()
    await test.app.inject(`/?lt=${link}`)
    expect([registered, login, reset, creation].map(({ status }) => status)).toEqual([
      201, 200, 200, 201,
    ])
    for (const each of [registered.body, login.body, reset.body]) secrets.add(each.api_token)
    for (const each of [as, guest.token, guest.email, owner.email]) secrets.add(each)
  } finally {
    await test.close()
  }
  expect(log).toContain('/auth/resetPassword')
  expect(secrets.size).toBeGreaterThan(15)
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
})

it('an address that a mail server repeats in its refusal does not appear in the log', async () => {
  const email = 'refused@example.org'
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    },
  })
  const logger = createLogger('trace', { destination: stream })
  const refusal = Object.assign(new Error(`Can't send mail - 550 <${email}> unknown`), {
    code: 'EENVELOPE',
  })
  logger.warn({ err: refusal }, 'mail not sent; trying again later')
  expect(log).toContain('EENVELOPE')
  expect(log).not.toContain(email)
})
